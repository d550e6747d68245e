//! Repeated `kill -9`: jobs are sent to the program while it is killed repeatedly, and each is repeated until it gets a
//! response.

use std::collections::VecDeque;
use std::future::Future;

use forum_tests::program::{Installation, Program};
use tokio::task::JoinSet;

/// Concurrent requests, so that a kill interrupts each at a different point.
const AT_ONCE: usize = 4;
/// The seed is fixed so that a failure can be reproduced; another seed kills at other moments.
const SEED: u64 = 20_261_121;

/// For each start, the number of responses after which the program is killed: 1 to `most`, by xorshift.
fn moments(kills: usize, most: usize) -> Vec<usize> {
    let mut state = SEED;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        1 + usize::try_from(state % most as u64).expect("a number")
    };
    (0..kills).map(next).collect()
}

/// A job that is being sent.
#[derive(Clone)]
pub struct Sent<J> {
    pub job: J,
    /// The address of the running program.
    pub url: String,
    /// An earlier response was lost, so the job may have been done.
    pub again: bool,
}

/// Sends all jobs, kills the program `kills` times in between, and repeats jobs whose responses were lost. `send` checks the
/// response and returns whether one arrived. Returns the last program and how many responses were lost.
pub async fn storm<J, F>(
    installation: &Installation,
    mut program: Program,
    jobs: impl IntoIterator<Item = J>,
    kills: usize,
    send: impl Fn(Sent<J>) -> F,
) -> (Program, usize)
where
    J: Clone + Send + 'static,
    F: Future<Output = bool> + Send + 'static,
{
    let mut open: VecDeque<(J, bool)> = jobs.into_iter().map(|job| (job, false)).collect();
    let (mut lost, most) = (0, (open.len() / (kills + 1)).max(1));
    let next = |open: &mut VecDeque<(J, bool)>, under_way: &mut JoinSet<(J, bool)>, url: &str| {
        while under_way.len() < AT_ONCE
            && let Some((job, again)) = open.pop_front()
        {
            let answered = send(Sent { job: job.clone(), url: url.to_owned(), again });
            under_way.spawn(async move { (job, answered.await) });
        }
    };
    for moment in moments(kills, most) {
        let mut under_way = JoinSet::new();
        for _ in 0..moment {
            next(&mut open, &mut under_way, &program.url);
            let Some(outcome) = under_way.join_next().await else { break };
            assert!(outcome.expect("a client without a panic").1, "the program runs, so it answers");
        }
        next(&mut open, &mut under_way, &program.url);
        program.kill().await;
        for (job, answered) in under_way.join_all().await {
            if !answered {
                lost += 1;
                open.push_back((job, true));
            }
        }
        program = installation.serve().await;
    }
    let mut rest = JoinSet::new();
    next(&mut open, &mut rest, &program.url);
    while let Some(outcome) = rest.join_next().await {
        assert!(outcome.expect("a client without a panic").1, "the program runs, so it answers");
        next(&mut open, &mut rest, &program.url);
    }
    (program, lost)
}
