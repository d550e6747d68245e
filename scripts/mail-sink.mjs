// `mail-sink.mjs PORT FOLDER`: an SMTP server on 127.0.0.1 that accepts every mail and stores it as a file.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [port, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
let stored = 0;

function store(lines) {
  stored += 1;
  const file = join(folder, `${stored}.eml`);
  writeFileSync(`${file}.part`, lines.map((line) => line.replace(/^\./, '')).join('\r\n'));
  renameSync(`${file}.part`, file);
}

createServer((socket) => {
  let mail;
  socket.on('error', () => socket.destroy());
  socket.write('220 sink\r\n');
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
    if (mail && line !== '.') return mail.push(line);
    if (mail) {
      store(mail);
      mail = undefined;
    } else if (/^DATA$/i.test(line)) {
      mail = [];
      return socket.write('354 go on\r\n');
    }
    return /^QUIT$/i.test(line) ? socket.end('221 bye\r\n') : socket.write('250 ok\r\n');
  });
}).listen(Number(port), '127.0.0.1');
