//! Reads the markup of HTML with the tokenizer of html5ever, and follows which elements a parser would have open.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Inline elements. The parser reopens them in each following block until they are closed.
const INLINE: [&str; 5] = ["a", "strong", "b", "em", "i"];

/// A piece of markup according to the tokenizer of the HTML standard.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A start tag with its attributes, sorted by name.
    Tag {
        name: String,
        attributes: Vec<(String, String)>,
        repeated: bool,
    },
    Comment,
    Doctype,
}

impl Piece {
    fn of(tag: &Tag) -> Self {
        let pair = |name: &str, value: &StrTendril| (name.to_owned(), value.to_string());
        let mut attributes: Vec<_> =
            tag.attrs.iter().map(|attribute| pair(&attribute.name.local, &attribute.value)).collect();
        attributes.sort();
        Self::Tag { name: tag.name.to_string(), attributes, repeated: tag.had_duplicate_attributes }
    }
}

#[derive(Default)]
pub(super) struct Markup {
    /// In document order, without end tags.
    pub(super) pieces: Vec<Piece>,
    /// The elements that a parser would have open.
    open: Vec<String>,
    /// Maximum number of open elements.
    pub(super) deepest: usize,
}

impl Markup {
    fn start(&mut self, tag: &Tag) {
        self.pieces.push(Piece::of(tag));
        let name = &*tag.name;
        if name == "br" {
            return;
        }
        // A paragraph ends at the next block, an item at the next item in its list, a link at the next link.
        match name {
            "a" => self.end("a"),
            "li" if self.last(&["li", "ul", "ol"]) == Some("li") => self.end("li"),
            _ if !INLINE.contains(&name) => self.end("p"),
            _ => {}
        }
        self.open.push(name.to_owned());
        self.deepest = self.deepest.max(self.open.len());
    }

    /// Ends an element with its contents. A parser reopens inline elements after the end of a block.
    fn end(&mut self, name: &str) {
        let Some(at) = self.open.iter().rposition(|open| open == name) else { return };
        let inside = self.open.split_off(at).into_iter().skip(1);
        self.open.extend(inside.filter(|inner| INLINE.contains(&name) || INLINE.contains(&inner.as_str())));
    }

    fn last(&self, names: &[&str]) -> Option<&str> {
        self.open.iter().rev().map(String::as_str).find(|open| names.contains(open))
    }
}

pub(super) fn markup(html: &str) -> Markup {
    #[derive(Default)]
    struct Sink(RefCell<Markup>);

    impl TokenSink for Sink {
        type Handle = ();

        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            let mut markup = self.0.borrow_mut();
            match token {
                Token::TagToken(tag) if tag.kind == TagKind::StartTag => markup.start(&tag),
                Token::TagToken(tag) => markup.end(&tag.name),
                Token::CommentToken(_) => markup.pieces.push(Piece::Comment),
                Token::DoctypeToken(_) => markup.pieces.push(Piece::Doctype),
                _ => {}
            }
            TokenSinkResult::Continue
        }
    }

    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}
