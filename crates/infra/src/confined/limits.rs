//! What a child process forbids itself.

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, setrlimit};

/// Address space. The largest pictures take up to 690 MiB of it, with the allocator of the delivered program.
const MEMORY: u64 = 1024 * 1024 * 1024;
/// Processor time in seconds, after which the system ends the process.
const SECONDS: u64 = 20;

/// Limits this process for the rest of its life: memory, time, no more files, sockets or
/// processes, no writing to files, and no memory dumps. Errors: the system refuses.
pub fn apply() -> Result<(), Errno> {
    // If memory runs out, the system ends this process before the server. Not every system permits this.
    drop(std::fs::write("/proc/self/oom_score_adj", "1000"));
    // At the higher limit the system would send SIGKILL, which could come from anyone.
    let time = Rlimit { current: Some(SECONDS), maximum: Some(SECONDS + 1) };
    setrlimit(Resource::Cpu, time)?;
    for (resource, most) in
        [(Resource::As, MEMORY), (Resource::Nofile, 0), (Resource::Fsize, 0), (Resource::Core, 0), (Resource::Nproc, 0)]
    {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}
