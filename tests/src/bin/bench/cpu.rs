//! CPU time of a program and of the PostgreSQL that it runs, from `/proc` (Linux).

use std::fs;

use anyhow::Context;

/// `USER_HZ`, in which the kernel reports times to programs: 100 on every architecture.
const TICKS: f64 = 100.0;

#[derive(Debug, Clone, Copy)]
pub struct Processes {
    program: u32,
    postmaster: u32,
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

/// The fields of `/proc/PID/stat` that are needed here, with times in ticks.
struct Stat {
    parent: u32,
    own: u64,
    children: u64,
}

fn stat(pid: u32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain any characters. The state, which is the third field, follows it.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(Stat {
        parent: u32::try_from(number(4)?).ok()?,
        own: number(14)? + number(15)?,
        children: number(16)? + number(17)?,
    })
}

fn children(parent: u32) -> anyhow::Result<Vec<(u32, Stat)>> {
    let pids = fs::read_dir("/proc")?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    Ok(pids.filter_map(|pid| Some((pid, stat(pid)?))).filter(|(_, stat)| stat.parent == parent).collect())
}

/// CPU seconds of a process and of its children, including those that have ended.
pub fn with_children(parent: u32) -> anyhow::Result<f64> {
    let own = stat(parent).context("the process has ended")?;
    let running: u64 = children(parent)?.iter().map(|(_, stat)| stat.own).sum();
    Ok((own.own + own.children + running) as f64 / TICKS)
}

impl Processes {
    /// A serving program and the private PostgreSQL below it.
    pub fn of(program: u32) -> anyhow::Result<Self> {
        let is_postgres = |pid: u32| {
            fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim() == "postgres")
        };
        let found = children(program)?.into_iter().find(|(pid, _)| is_postgres(*pid));
        let (postmaster, _) = found.context("the program runs no private PostgreSQL")?;
        Ok(Self { program, postmaster })
    }

    /// The CPU time that they have used, including all PostgreSQL processes that have ended. A process that ends during
    /// the reading moves from one sum to the other, so PostgreSQL is read again until no process has ended in between.
    pub fn spent(self) -> anyhow::Result<Spent> {
        let program = stat(self.program).context("the program has ended")?;
        let postmaster = || stat(self.postmaster).context("PostgreSQL has ended");
        loop {
            let before = postmaster()?;
            let running: u64 = children(self.postmaster)?.iter().map(|(_, stat)| stat.own).sum();
            let after = postmaster()?;
            if after.children == before.children {
                let postgres = after.own + after.children + running;
                return Ok(Spent { program: program.own as f64 / TICKS, postgres: postgres as f64 / TICKS });
            }
        }
    }
}
