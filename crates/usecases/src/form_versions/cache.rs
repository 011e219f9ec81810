//! A cache of form packages that were read from the store.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forms::PackageDigest;
use ports::FormPackage;

/// Most packages that are cached: more than an installation has versions in use.
const PACKAGES_MAX: usize = 64;

/// Most bytes of their templates together; a single one may have more.
const TEMPLATE_BYTES_MAX: usize = 64 * 1_048_576;

/// Keeps the packages that were used last.
#[derive(Default)]
pub(super) struct PackageCache {
    /// The most recently used one is last.
    packages: Mutex<Vec<Arc<FormPackage>>>,
}

impl PackageCache {
    pub(super) fn find(&self, digest: &PackageDigest) -> Option<Arc<FormPackage>> {
        find_used(&mut self.lock(), digest)
    }

    /// Adds the package and answers the one in the cache, which another request may have added
    /// before.
    pub(super) fn add(&self, package: FormPackage) -> Arc<FormPackage> {
        let mut packages = self.lock();
        if let Some(package) = find_used(&mut packages, &package.version().package) {
            return package;
        }
        let package = Arc::new(package);
        packages.push(Arc::clone(&package));
        while packages.len() > PACKAGES_MAX || is_too_large(&packages) {
            packages.remove(0);
        }
        package
    }

    /// The cache is consistent whenever the lock is free, so a poisoned lock is still good.
    fn lock(&self) -> MutexGuard<'_, Vec<Arc<FormPackage>>> {
        self.packages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The package with this digest, now the one that was used last.
fn find_used(
    packages: &mut Vec<Arc<FormPackage>>,
    digest: &PackageDigest,
) -> Option<Arc<FormPackage>> {
    let is_it = |package: &Arc<FormPackage>| package.version().package == *digest;
    let place = packages.iter().position(is_it)?;
    let package = packages.remove(place);
    packages.push(Arc::clone(&package));
    Some(package)
}

fn is_too_large(packages: &[Arc<FormPackage>]) -> bool {
    let sizes = packages.iter().map(|package| package.template.len());
    packages.len() > 1 && sizes.sum::<usize>() > TEMPLATE_BYTES_MAX
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use forms::form_type::sample;
    use ports::FormPackage;

    use super::{PACKAGES_MAX, PackageCache, TEMPLATE_BYTES_MAX};

    fn package(number: usize, template: Bytes) -> FormPackage {
        let definition = number.to_string();
        FormPackage::new(sample::sample(), definition.into(), template)
    }

    fn kept(cache: &PackageCache, numbers: std::ops::Range<usize>, template: &Bytes) -> Vec<usize> {
        let digest = |number| package(number, template.clone()).version().package;
        numbers
            .filter(|number| {
                cache
                    .lock()
                    .iter()
                    .any(|kept| kept.version().package == digest(*number))
            })
            .collect()
    }

    #[test]
    fn package_cache_gives_the_same_package_again() {
        let cache = PackageCache::default();
        let first = cache.add(package(1, Bytes::new()));
        assert!(Arc::ptr_eq(&first, &cache.add(package(1, Bytes::new()))));
        let found = cache.find(&first.version().package).unwrap();
        assert!(Arc::ptr_eq(&first, &found));
        assert!(
            cache
                .find(&package(2, Bytes::new()).version().package)
                .is_none()
        );
    }

    #[test]
    fn package_cache_forgets_what_was_not_used_for_the_longest_time() {
        let cache = PackageCache::default();
        let template = Bytes::new();
        let first = cache.add(package(0, template.clone()));
        for number in 1..PACKAGES_MAX {
            cache.add(package(number, template.clone()));
        }
        cache.find(&first.version().package).unwrap();
        cache.add(package(PACKAGES_MAX, template.clone()));
        let expected: Vec<_> = (0..=PACKAGES_MAX).filter(|number| *number != 1).collect();
        assert_eq!(kept(&cache, 0..PACKAGES_MAX + 1, &template), expected);
    }

    #[test]
    fn package_cache_is_bounded_in_bytes() {
        let cache = PackageCache::default();
        let half = Bytes::from(vec![0; TEMPLATE_BYTES_MAX / 2]);
        for number in 0..3 {
            cache.add(package(number, half.clone()));
        }
        assert_eq!(kept(&cache, 0..3, &half), [1, 2]);
        let large = Bytes::from(vec![0; TEMPLATE_BYTES_MAX + 1]);
        cache.add(package(9, large.clone()));
        assert_eq!(kept(&cache, 0..3, &half), [0; 0]);
        assert_eq!(kept(&cache, 9..10, &large), [9]);
    }
}
