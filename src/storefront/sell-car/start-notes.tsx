import { Clock, FileText, HandCoins, Users } from "lucide-react";
import { m } from "#messages/messages.js";

/** Before the first answer: how long it takes, what is needed, who sees it, and what it is not. */
export function StartNotes() {
  const notes = [
    { Icon: Clock, text: m.sell_car_start_time() },
    { Icon: FileText, text: m.sell_car_start_need() },
    { Icon: Users, text: m.sell_car_start_who() },
    { Icon: HandCoins, text: m.sell_car_start_free() },
  ];
  return (
    <aside className="sum card" aria-labelledby="start-notes">
      <div className="bd">
        <h2 id="start-notes">{m.sell_car_start_title()}</h2>
        <ul className="small mt-3 grid gap-3">
          {notes.map(({ Icon, text }) => (
            <li key={text} className="flex gap-2.5">
              <Icon className="ic s mt-0.5 text-[var(--text-3)]" aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
