//! Makes uploaded photos safe: reads the header, decodes the pixels, and encodes a new file from the pixels alone. Only
//! this module uses the image library.

mod colours;
mod header;
mod pipeline;
mod processor;

pub use processor::PixelProcessor;
