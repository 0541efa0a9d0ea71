import { MessageCircle } from "lucide-react";
import { m } from "#messages/messages.js";

/** Opens the messaging app at our number. A plain link: nothing of the app loads before a press. */
export function ChatButton({ number }: { number: string }) {
  return (
    <aside aria-label={m.layout_chat_region()}>
      <a
        className="chat"
        href={`https://wa.me/${number}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={m.layout_chat()}
      >
        <MessageCircle className="ic l" aria-hidden />
      </a>
    </aside>
  );
}
