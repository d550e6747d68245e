//! CPU time of a program and of the PostgreSQL that it runs (Linux).

use anyhow::Context;
use procfs::process::{Process, Stat, all_processes};

#[derive(Debug, Clone, Copy)]
pub struct Processes {
    program: i32,
    postmaster: i32,
}

/// CPU seconds so far.
#[derive(Debug, Clone, Copy)]
pub struct Spent {
    pub program: f64,
    pub postgres: f64,
}

impl Spent {
    pub fn since(self, before: Self) -> Self {
        Self { program: self.program - before.program, postgres: self.postgres - before.postgres }
    }

    pub fn both(self) -> f64 {
        self.program + self.postgres
    }
}

fn stat(pid: i32) -> anyhow::Result<Stat> {
    Process::new(pid).and_then(|process| process.stat()).context("a process has ended")
}

fn children(parent: i32) -> anyhow::Result<Vec<Stat>> {
    let stats = all_processes()?.filter_map(|process| process.ok()?.stat().ok());
    Ok(stats.filter(|stat| stat.ppid == parent).collect())
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / procfs::ticks_per_second() as f64
}

/// CPU seconds of a process and of its children, including those that have ended. A child that ends during the reading
/// moves from one sum to the other, so they are read again until none has ended in between.
pub fn with_children(parent: i32) -> anyhow::Result<f64> {
    loop {
        let before = stat(parent)?;
        let running: u64 = children(parent)?.iter().map(|child| child.utime + child.stime).sum();
        let after = stat(parent)?;
        if (after.cutime, after.cstime) == (before.cutime, before.cstime) {
            let ended = u64::try_from(after.cutime + after.cstime)?;
            return Ok(seconds(after.utime + after.stime + ended + running));
        }
    }
}

impl Processes {
    /// A serving program and the private PostgreSQL below it.
    pub fn of(program: u32) -> anyhow::Result<Self> {
        let program = i32::try_from(program)?;
        let found = children(program)?.into_iter().find(|child| child.comm == "postgres");
        Ok(Self { program, postmaster: found.context("the program runs no private PostgreSQL")?.pid })
    }

    /// The CPU time that they have used, including all PostgreSQL processes that have ended.
    pub fn spent(self) -> anyhow::Result<Spent> {
        let program = stat(self.program)?;
        let postgres = with_children(self.postmaster)?;
        Ok(Spent { program: seconds(program.utime + program.stime), postgres })
    }
}
