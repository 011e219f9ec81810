//! Coordinate transformations (PDF 32000-1, 8.3.3).

use crate::document::Object;

/// `[a b c d e f]`, multiplied from the left by the row vector of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub(super) [f64; 6]);

impl Default for Matrix {
    fn default() -> Self {
        Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    }
}

impl Matrix {
    /// Six numbers; `None` where there are not as many.
    pub(super) fn of(numbers: &[Object]) -> Option<Self> {
        let mut matrix = [0.0; 6];
        for (number, object) in matrix.iter_mut().zip(numbers) {
            *number = f64::from(object.number()?);
        }
        (numbers.len() == 6).then_some(Self(matrix))
    }

    pub(super) fn shift(horizontal: f32, vertical: f32) -> Self {
        Self([
            1.0,
            0.0,
            0.0,
            1.0,
            f64::from(horizontal),
            f64::from(vertical),
        ])
    }

    /// Where it puts a point.
    pub(super) fn of_point(self, [horizontal, vertical]: [f32; 2]) -> (f64, f64) {
        let [.., right, up] = Self::shift(horizontal, vertical).then(self).0;
        (right, up)
    }

    /// The factor by which it lengthens lines, as a mean over all directions.
    pub(super) fn scale(self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// Both transformations in one: this one is applied first, then the other.
    pub(super) fn then(self, other: Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [g, h, i, j, k, l] = other.0;
        Self([
            a * g + b * i,
            a * h + b * j,
            c * g + d * i,
            c * h + d * j,
            e * g + f * i + k,
            e * h + f * j + l,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::Matrix;

    #[test]
    fn the_inner_transformation_comes_first() {
        let double = Matrix([2.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
        assert_eq!(
            Matrix::shift(1.0, 2.0).then(double).0,
            [2.0, 0.0, 0.0, 2.0, 2.0, 4.0]
        );
        assert_eq!(
            double.then(Matrix::shift(1.0, 2.0)).0,
            [2.0, 0.0, 0.0, 2.0, 1.0, 2.0]
        );
    }
}
