//! Photos of strangers made safe: header first, then the pixels, then a new file from the pixels alone. Made by
//! the composition root; nothing else names the image library.

mod colours;
mod header;
mod pipeline;
mod processor;

pub use processor::PixelProcessor;
