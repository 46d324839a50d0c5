//! Checks the headers of WebSocket frames before their payload is read (RFC 6455, 5.2 and 5.4).
//!
//! The codec compares a frame's length with its limit only after the whole frame has arrived, and buffers every byte
//! until then: a frame of gigabytes would be held in memory. This filter in front of the codec ends the stream with an
//! error at the first header that announces too much.

use super::message::CloseCause;
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use bytes::Bytes;
use futures_util::Stream;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Maximum size of a client's message in bytes, as the sum of its frames.
pub const MAX_MESSAGE: usize = 4 * 1024;
/// Maximum number of continuation frames per message.
const MAX_CONTINUATIONS: u32 = 16;

/// Returns a stream of the same bytes. If a header exceeds the limits, it ends with an error that carries the
/// [`CloseCause`].
pub fn check_frames(payload: Payload) -> Payload {
    Payload::Stream { payload: Box::pin(CheckedPayload { payload, checker: FrameChecker::default() }) }
}

/// Returns the limit that ended a stream of [`check_frames`], if one did.
pub fn exceeded_limit(error: &io::Error) -> Option<CloseCause> {
    match error.get_ref()?.downcast_ref::<PayloadError>()? {
        PayloadError::Io(inner) => inner.get_ref()?.downcast_ref::<CloseCause>().copied(),
        _ => None,
    }
}

struct CheckedPayload {
    payload: Payload,
    checker: FrameChecker,
}

impl Stream for CheckedPayload {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(next) = ready!(Pin::new(&mut self.payload).poll_next(cx)) else { return Poll::Ready(None) };
        Poll::Ready(Some(next.and_then(|bytes| match self.checker.pass(&bytes) {
            Ok(()) => Ok(bytes),
            Err(ended) => Err(PayloadError::Io(io::Error::other(ended))),
        })))
    }
}

/// Checks a stream of frames, in pieces of any length.
#[derive(Debug, Default)]
struct FrameChecker {
    /// The received part of the current header, without the masking key: at most ten bytes.
    header: Vec<u8>,
    /// Number of bytes left in the current frame, including its masking key.
    left: u64,
    /// The announced total size of the current message.
    announced: u64,
    continuations: u32,
}

impl FrameChecker {
    /// Processes these bytes. Errors: the limit that one of their headers exceeds.
    fn pass(&mut self, mut bytes: &[u8]) -> Result<(), CloseCause> {
        loop {
            let inside = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
            self.left -= inside as u64;
            bytes = bytes.get(inside..).unwrap_or_default();
            let Some((first, rest)) = bytes.split_first() else { return Ok(()) };
            self.header.push(*first);
            bytes = rest;
            if let Some(frame) = Frame::parse(&self.header) {
                self.header.clear();
                self.admit(&frame)?;
                self.left = frame.length.saturating_add(frame.key_length);
            }
        }
    }

    fn admit(&mut self, frame: &Frame) -> Result<(), CloseCause> {
        let announced = match frame.kind {
            Kind::First => {
                (self.announced, self.continuations) = (frame.length, 0);
                self.announced
            }
            Kind::Continuation => {
                self.announced = self.announced.saturating_add(frame.length);
                self.continuations = self.continuations.saturating_add(1);
                self.announced
            }
            // A control frame may arrive between the frames of a message, but is not part of it.
            Kind::Control => frame.length,
        };
        if announced > MAX_MESSAGE as u64 {
            Err(CloseCause::TooLarge)
        } else if self.continuations > MAX_CONTINUATIONS {
            Err(CloseCause::Policy)
        } else {
            Ok(())
        }
    }
}

enum Kind {
    First,
    Continuation,
    Control,
}

struct Frame {
    kind: Kind,
    length: u64,
    key_length: u64,
}

impl Frame {
    /// Returns the frame that this header announces, or `None` while the header is incomplete.
    fn parse(header: &[u8]) -> Option<Self> {
        let kind = match header.first()? & 0x0f {
            0 => Kind::Continuation,
            1..8 => Kind::First,
            _ => Kind::Control,
        };
        let second = header.get(1)?;
        let length = match second & 0x7f {
            126 => u64::from(u16::from_be_bytes(header.get(2..4)?.try_into().ok()?)),
            127 => u64::from_be_bytes(header.get(2..10)?.try_into().ok()?),
            short => u64::from(short),
        };
        Some(Self { kind, length, key_length: if second & 0x80 == 0 { 0 } else { 4 } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: u8 = 0x81;
    const TEXT_BEGUN: u8 = 0x01;
    const CONTINUED: u8 = 0x00;
    const LAST: u8 = 0x80;
    const PING: u8 = 0x89;

    /// Builds a masked frame that announces this length and contains `sent` bytes of it.
    fn frame(first: u8, announced: u64, sent: usize) -> Vec<u8> {
        let length = match announced {
            0..126 => vec![0x80 | u8::try_from(announced).unwrap()],
            126..0x1_0000 => [&[0xfe], &u16::try_from(announced).unwrap().to_be_bytes()[..]].concat(),
            _ => [&[0xff], &announced.to_be_bytes()[..]].concat(),
        };
        [&[first], &length[..], &[7; 4], &vec![0xff; sent]].concat()
    }

    fn whole(first: u8, length: usize) -> Vec<u8> {
        frame(first, u64::try_from(length).unwrap(), length)
    }

    fn passed(frames: &[Vec<u8>]) -> Result<(), CloseCause> {
        FrameChecker::default().pass(&frames.concat())
    }

    #[test]
    fn a_frame_that_announces_more_than_the_limit_is_refused() {
        assert_eq!(passed(&[whole(TEXT, 4096), whole(TEXT, 4096), whole(PING, 125)]), Ok(()));
        for announced in [4097, 0x1_0000, 300 * 1024 * 1024, u64::MAX] {
            for first in [TEXT, TEXT_BEGUN, PING, LAST] {
                assert_eq!(
                    passed(&[whole(TEXT, 10), frame(first, announced, 0)]),
                    Err(CloseCause::TooLarge),
                    "{first:#x} {announced}"
                );
            }
        }
    }

    #[test]
    fn a_header_is_checked_before_its_masking_key_arrives() {
        let header = frame(TEXT, 4097, 0);
        let length_ends = header.len() - 4;
        assert_eq!(FrameChecker::default().pass(&header[..length_ends - 1]), Ok(()));
        assert_eq!(FrameChecker::default().pass(&header[..length_ends]), Err(CloseCause::TooLarge));
    }

    #[test]
    fn the_frames_of_a_message_count_together() {
        let begun = || whole(TEXT_BEGUN, 4000);
        assert_eq!(passed(&[begun(), whole(PING, 125), whole(LAST, 96), begun(), whole(LAST, 96)]), Ok(()));
        assert_eq!(passed(&[begun(), frame(LAST, 97, 0)]), Err(CloseCause::TooLarge));
        assert_eq!(passed(&[begun(), whole(CONTINUED, 90), frame(LAST, 7, 0)]), Err(CloseCause::TooLarge));
        assert_eq!(passed(&[begun(), frame(CONTINUED, u64::MAX, 0)]), Err(CloseCause::TooLarge));
    }

    #[test]
    fn a_message_has_at_most_sixteen_continuations() {
        let message = |continuations: usize| {
            let mut frames = vec![whole(TEXT_BEGUN, 1)];
            frames.extend(vec![whole(CONTINUED, 0); continuations - 1]);
            frames.push(whole(LAST, 0));
            frames
        };
        assert_eq!(passed(&[message(16), message(16)].concat()), Ok(()));
        assert_eq!(passed(&message(17)), Err(CloseCause::Policy));
    }

    proptest! {
        #[test]
        fn the_result_does_not_depend_on_how_the_bytes_are_split(
            lengths in prop::collection::vec((prop::sample::select(vec![TEXT, TEXT_BEGUN, CONTINUED, LAST, PING]),
                prop_oneof![0_usize..200, 3000..5000_usize]), 1..8),
            cuts in prop::collection::vec(1_usize..600, 1..20),
        ) {
            let frames: Vec<Vec<u8>> = lengths.iter().map(|(first, length)| whole(*first, *length)).collect();
            let bytes = frames.concat();
            let mut checker = FrameChecker::default();
            let mut rest = &bytes[..];
            let mut outcome = Ok(());
            for cut in cuts.iter().cycle() {
                if rest.is_empty() || outcome.is_err() {
                    break;
                }
                let (piece, later) = rest.split_at((*cut).min(rest.len()));
                outcome = checker.pass(piece);
                rest = later;
            }
            prop_assert_eq!(outcome, passed(&frames));
        }
    }
}
