//! Memory for password hashes. Consecutive hashes reuse it, because allocating it takes milliseconds; an idle server
//! releases it.

use argon2::Block;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The hash buffers of this process. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct HashMemory(Arc<Mutex<Buffers>>);

#[derive(Default)]
struct Buffers {
    free: Vec<Vec<Block>>,
    /// Number of hashes made.
    hashes: u64,
}

impl HashMemory {
    /// Runs `work` with a buffer of at least `blocks` blocks of 1 KiB. The buffer's previous content is undefined.
    pub(crate) fn with<T>(&self, blocks: usize, work: impl FnOnce(&mut [Block]) -> T) -> T {
        let mut buffer = self.buffers().free.pop().unwrap_or_default();
        if buffer.len() < blocks {
            buffer = vec![Block::new(); blocks];
        }
        let done = work(&mut buffer);
        let mut buffers = self.buffers();
        buffers.free.push(buffer);
        buffers.hashes += 1;
        done
    }

    /// Waits for `wait`, then frees the buffers unless another hash was made in the meantime.
    pub(crate) async fn release_when_idle(self, wait: Duration) {
        let before = self.buffers().hashes;
        tokio::time::sleep(wait).await;
        let mut buffers = self.buffers();
        if buffers.hashes == before {
            buffers.free = Vec::new();
        }
    }

    fn buffers(&self) -> MutexGuard<'_, Buffers> {
        // A panic leaves the list of buffers consistent, so a poisoned lock is safe to use.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn buffers_are_reused_and_released_when_idle() {
        let memory = HashMemory::default();
        let free = |memory: &HashMemory| memory.buffers().free.len();
        memory.with(8, |outer| {
            assert_eq!(outer.len(), 8);
            memory.with(8, |inner| assert_eq!(inner.len(), 8));
        });
        assert_eq!(free(&memory), 2);
        let idle = memory.clone().release_when_idle(Duration::from_millis(1));
        let ((), ()) = futures_util::future::join(idle, async {
            memory.with(16, |buffer| assert_eq!(buffer.len(), 16));
        })
        .await;
        assert_eq!(free(&memory), 2, "there was another hash");
        memory.clone().release_when_idle(Duration::ZERO).await;
        assert_eq!(free(&memory), 0);
    }
}
