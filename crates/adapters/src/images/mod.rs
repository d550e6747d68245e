//! Makes uploaded photos safe: reads the header, decodes the pixels, and encodes a new file from the pixels alone. Only
//! this module uses the image library; the composition root constructs the processor.

mod colours;
mod halving;
mod header;
mod pipeline;
mod processor;

pub use processor::PixelProcessor;
