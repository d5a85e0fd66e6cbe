//! The module of the playground: `alloc` makes room for a request, `run` answers it, `out` returns where the answer is.
//! It imports nothing, so that a page can run it in any browser.

#![expect(unsafe_code, reason = "a name that another program calls is unsafe by the language's rules")]

use std::cell::RefCell;

thread_local! {
    /// The request while the page writes it, and then the answer.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of this many bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Answers the request, and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    let request = TEXT.take();
    let answer = plywood::internal::web::answer(&String::from_utf8_lossy(&request));
    let length = answer.len();
    TEXT.set(answer.into_bytes());
    length
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn out() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
