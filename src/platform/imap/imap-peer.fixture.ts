import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

type Mail = { uid: number; raw: string; isSeen: boolean };

/**
 * A mailbox on a free port of this machine that speaks as much of IMAP4rev1 (RFC 3501) as a client
 * needs that reads unread mail: no server for Node is maintained that could take its place.
 */
export async function startImapPeer() {
  const mails: Mail[] = [];
  const sockets = new Set<Socket>();
  let cutAfterFetch = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let rest = "";
    socket.write("* OK IMAP4rev1 ready\r\n");
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) answer(socket, line);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  function answer(socket: Socket, line: string) {
    const [tag = "", ...words] = line.split(" ");
    const command = words.join(" ");
    const say = (...said: string[]) => socket.write(said.map((each) => `${each}\r\n`).join(""));
    const done = (text = "done") => say(`${tag} OK ${text}`);
    const [, of = "", what = ""] = /^UID (?:FETCH|STORE) (\d+) (.*)$/i.exec(command) ?? [];
    const index = mails.findIndex(({ uid }) => String(uid) === of);
    const mail = mails[index];
    if (/^LOGIN /i.test(command)) {
      if (/"?wrong"?$/.test(command)) say(`${tag} NO [AUTHENTICATIONFAILED] no`);
      else done("[CAPABILITY IMAP4rev1] in");
    } else if (/^CAPABILITY/i.test(command)) {
      say("* CAPABILITY IMAP4rev1");
      done();
    } else if (/^(LIST|LSUB) /i.test(command)) {
      say('* LIST (\\HasNoChildren) "/" "INBOX"');
      done();
    } else if (/^SELECT /i.test(command)) {
      say(
        "* FLAGS (\\Seen)",
        "* OK [PERMANENTFLAGS (\\Seen)] these",
        `* ${mails.length} EXISTS`,
        "* 0 RECENT",
        "* OK [UIDVALIDITY 1] valid",
        `* OK [UIDNEXT ${mails.length + 1}] next`,
      );
      done("[READ-WRITE] selected");
    } else if (/^UID SEARCH /i.test(command)) {
      say(`* SEARCH ${mails.flatMap(({ uid, isSeen }) => (isSeen ? [] : [uid])).join(" ")}`.trim());
      done();
    } else if (/^UID FETCH/i.test(command)) {
      if (mail) socket.write(describe(mail, index + 1, what));
      done();
      if (cutAfterFetch && /BODY/i.test(what)) socket.destroy();
    } else if (/^UID STORE/i.test(command)) {
      if (mail) mail.isSeen = true;
      say(`* ${index + 1} FETCH (UID ${of} FLAGS (\\Seen))`);
      done();
    } else if (/^LOGOUT/i.test(command)) {
      say("* BYE", `${tag} OK bye`);
      socket.end();
    } else if (/^(NOOP|CLOSE|ID|NAMESPACE|ENABLE)/i.test(command)) done();
    else say(`${tag} BAD ${command.slice(0, 40)}`);
  }

  function describe({ uid, raw, isSeen }: Mail, number: number, what: string): string {
    const head = raw.slice(0, raw.indexOf("\r\n\r\n") + 4);
    const [name, body] = /HEADER/i.test(what) ? ["BODY[HEADER]", head] : ["BODY[]", raw];
    const bytes = Buffer.byteLength(body, "latin1");
    const literal = /BODY/i.test(what) ? ` ${name} {${bytes}}\r\n${body}` : "";
    const flags = isSeen ? "\\Seen" : "";
    return `* ${number} FETCH (UID ${uid} FLAGS (${flags}) RFC822.SIZE ${raw.length}${literal})\r\n`;
  }

  return {
    url: `imap://reader:secret@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`,
    mails,
    deliver(raw: string) {
      mails.push({ uid: mails.length + 1, raw, isSeen: false });
    },
    /** Whether the connection breaks after a mail was handed out, before it is marked as read. */
    cutAfterFetch(isCut: boolean) {
      cutAfterFetch = isCut;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
