//! Gives memory back to the system that a process has not needed for a while: pages of its
//! allocator that hold nothing, and pages of its program, most of which only a start needs.
//!
//! Nothing that the process knows is lost. What it needs again the kernel maps again, of the
//! program from what it has in memory of the file (decision 35).

mod allocator;
mod program;

/// Gives back what holds nothing and what the kernel can get again. Takes milliseconds.
pub fn give_back() {
    allocator::give_back();
    program::give_back();
}
