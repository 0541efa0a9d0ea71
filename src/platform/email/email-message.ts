export type EmailMessage = {
  /** One bare address. A list or a display name would be a way to add recipients. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  headers?: Record<string, string>;
  /** The same for every attempt, so that a receiver can recognize and drop a second copy. */
  messageId?: string;
  /** Refuses text that is not ASCII, because some dealership systems read nothing else. */
  plainAscii?: boolean;
};

const BARE_ADDRESS = /^[^\s@,;:<>()[\]\\"]{1,64}@[^\s@,;:<>()[\]\\"]{1,189}$/u;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;
const MESSAGE_ID = /^<?[\w.!#$%&'*+/=?^`{|}~-]{1,128}@[A-Za-z0-9.-]{1,128}>?$/;
// Every control character, above all line breaks, which would let a sender add a header.
const CONTROL = /\p{Cc}/u;
const ASCII_TEXT = /^[\t\r\n\x20-\x7e]*$/;

/** Headers that are written from the message's fields. A second one would contradict the first. */
const OWN_HEADERS = new Set(
  (
    "from to cc bcc sender reply-to subject date message-id mime-version content-type " +
    "content-transfer-encoding return-path"
  ).split(" "),
);

/** Says which part of a message cannot be sent; undefined if all can be sent. Quotes no content. */
export function findMessageFault(message: EmailMessage): string | undefined {
  if (!BARE_ADDRESS.test(message.to)) return "to is not one bare e-mail address";
  if (message.replyTo !== undefined && !BARE_ADDRESS.test(message.replyTo)) {
    return "replyTo is not one bare e-mail address";
  }
  if (CONTROL.test(message.subject)) return "subject holds a control character";
  if (message.messageId !== undefined && !MESSAGE_ID.test(message.messageId)) {
    return "messageId is not of the form name@domain";
  }
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    if (!HEADER_NAME.test(name) || OWN_HEADERS.has(name.toLowerCase())) {
      return "headers holds a name that may not be set";
    }
    if (CONTROL.test(value)) return `the header ${name} holds a control character`;
  }
  return message.plainAscii ? findAsciiFault(message) : undefined;
}

function findAsciiFault({ subject, text, html }: EmailMessage): string | undefined {
  if (html !== undefined) return "a plain ASCII message has no html";
  if (!ASCII_TEXT.test(subject)) return "subject is not plain ASCII";
  if (!ASCII_TEXT.test(text)) return "text is not plain ASCII";
  return undefined;
}
