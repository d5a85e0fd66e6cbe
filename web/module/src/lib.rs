//! The module of the playground: `alloc` makes room for a request, `run` answers it, `out` says where the answer stands.
//! Nothing is imported, so that a page can run it with nothing but what every browser has.

#![expect(unsafe_code, reason = "a name that another program calls is unsafe by the language's rules")]

use std::cell::RefCell;

thread_local! {
    /// The request while it is written, then the answer.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of so many bytes, and returns where.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Answers the request that stands in that room, and returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    let request = TEXT.take();
    let answer = plywood::web::answer(&String::from_utf8_lossy(&request));
    let length = answer.len();
    TEXT.set(answer.into_bytes());
    length
}

/// Returns where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn out() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
