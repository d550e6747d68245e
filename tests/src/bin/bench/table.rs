//! Measures requests and prints a line of the table for each.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use forum_adapters::postgres::ConnectionPool;
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use reqwest::Client;

use crate::cases::{Case, Ground, WARM_UP};
use crate::cpu::Processes;
use crate::floor::{Floor, hash_cpu_ms};
use crate::load::{Shots, Until, fire, percentile_ms};
use crate::page_floor::PageFloor;

/// A running program and the tools to measure it.
pub struct Bench {
    pub client: Client,
    pub url: String,
    pub processes: Processes,
    pub pool: ConnectionPool,
    pub floor: Floor,
    /// Silent, so that no mail is sent, except while a case needs its mails sent.
    pub sink: SmtpSink,
}

impl Bench {
    /// # Errors
    /// If a response has an unexpected status.
    pub async fn measure(&mut self, cases: Vec<Case>, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(
            out,
            "| request | CPU ms | program's share | floor | multiple | goal | per second | median ms | 99 % ms |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|---|")?;
        for case in cases {
            self.measure_one(case, out).await?;
        }
        Ok(())
    }

    async fn measure_one(&mut self, case: Case, out: &mut impl Write) -> anyhow::Result<()> {
        let Case { name, clients, until, sends_mail, shot, ground, goal } = case;
        fire(&self.client, &self.url, 1, Until::Sent(WARM_UP), Arc::clone(&shot)).await?;
        if sends_mail {
            self.sink.answer(Step::Connect, None);
            self.drop_connections().await?;
            self.drained().await?;
        }
        let skipping: Shots = {
            let shot = Arc::clone(&shot);
            Arc::new(move |number| shot(number + WARM_UP))
        };
        let before = self.processes.spent()?;
        let measured = fire(&self.client, &self.url, clients, until, skipping).await?;
        if sends_mail {
            self.drained().await?;
        }
        let spent = self.processes.spent()?.since(before);
        if sends_mail {
            self.sink.answer(Step::Connect, Some(Answer::Silence));
            self.drop_connections().await?;
        }
        let ground = match ground {
            Ground::Nothing => None,
            Ground::Sql(script) => Some(self.floor.cpu_ms(&script).await?),
            Ground::Page => {
                let nginx = PageFloor::start(&self.client, &self.url, &shot).await?;
                Some(nginx.cpu_ms(&self.client, clients, until, shot).await?)
            }
            Ground::Hash => Some(hash_cpu_ms().await?),
        };
        let requests = measured.requests as f64;
        let each = spent.both() * 1e3 / requests;
        let (ground, multiple) = match ground {
            Some(ground) => (format!("{ground:.3}"), format!("{:.1} ×", each / ground)),
            None => Default::default(),
        };
        writeln!(
            out,
            "| {name} | {each:.3} | {:.3} | {ground} | {multiple} | {} | {:.0} | {:.2} | {:.2} |",
            spent.program * 1e3 / requests,
            goal.map(|goal| format!("{goal} ×")).unwrap_or_default(),
            measured.a_second(),
            percentile_ms(&measured.latencies, 0.5),
            percentile_ms(&measured.latencies, 0.99),
        )?;
        out.flush()?;
        Ok(())
    }

    /// Closes the worker's connection. The next one gets the sink's current replies.
    async fn drop_connections(&mut self) -> anyhow::Result<()> {
        self.sink.stop().await;
        self.sink.start_again().await;
        Ok(())
    }

    /// Waits until no mail is due.
    async fn drained(&self) -> anyhow::Result<()> {
        loop {
            let waiting: bool =
                sqlx::query_scalar("select exists (select from outbox where state = 'queued')")
                    .fetch_one(&self.pool)
                    .await?;
            if !waiting {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}
