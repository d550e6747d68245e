//! The built program with its log at level `info` in a file.

use std::fs::File;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use forum_tests::program::{Installation, address_in, end_of};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdout, Command};

pub struct Logged {
    child: Child,
    log: PathBuf,
    /// The base URL, without a trailing slash.
    pub url: String,
    /// Kept open so that the program never writes to a closed pipe.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Logged {
    /// Starts the program and waits until it listens.
    pub async fn serve(installation: &Installation) -> Self {
        let log = installation.path().join("log");
        let mut command = installation.command(["serve"]);
        command.env("RUST_LOG", "info").stdout(Stdio::piped()).stderr(File::create(&log).expect("a file"));
        let mut child = command.spawn().expect("the program");
        let mut output = BufReader::new(child.stdout.take().expect("standard output")).lines();
        let url = address_in(&mut output).await.expect("a server");
        Self { child, log, url, _output: output }
    }

    pub fn address(&self) -> &str {
        self.url.strip_prefix("http://").expect("an address")
    }

    /// The log so far, one line of JSON per entry.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).expect("the log")
    }

    /// Sends these bytes and returns everything that the server sends until it closes the connection.
    pub async fn response_to(&self, bytes: &str) -> String {
        let mut socket = TcpStream::connect(self.address()).await.expect("a connection");
        socket.write_all(bytes.as_bytes()).await.expect("a sent request");
        let mut response = Vec::new();
        let closed = tokio::time::timeout(Duration::from_secs(60), socket.read_to_end(&mut response)).await;
        closed.expect("a close by the server").expect("closed in order");
        String::from_utf8_lossy(&response).into_owned()
    }

    /// Shuts down the program and returns its log.
    pub async fn end(mut self) -> String {
        let id = self.child.id().expect("a process").to_string();
        assert!(Command::new("kill").arg(id).status().await.expect("kill").success());
        assert!(end_of(&mut self.child).await.success());
        self.log()
    }
}
