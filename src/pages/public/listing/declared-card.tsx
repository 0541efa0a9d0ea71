import { ShieldQuestion } from "lucide-react";
import { m } from "#messages/messages.js";
import { Kept } from "#ui/kept-html.tsx";
import type { DeclaredView } from "./declared-view.server.ts";

/** What the seller declared of the car, a line a fact; also where they said nothing. */
export function DeclaredCard({ declared }: { declared: readonly DeclaredView[] }) {
  return (
    <section className="declared-card card" aria-labelledby="declared">
      <h2 id="declared">
        <ShieldQuestion className="icon size-6" aria-hidden />
        {m.declared_title()}
      </h2>
      <p className="small muted">{m.declared_lead()}</p>
      <Kept as="dl" of={DeclaredLines} given={{ declared }} />
    </section>
  );
}

function DeclaredLines({ declared }: { declared: readonly DeclaredView[] }) {
  return declared.map(({ fact, name, value, isDeclared, isAgainst, notes }) => (
    <div key={fact}>
      <dt>{name}</dt>
      <dd className={isDeclared ? (isAgainst ? "declared-card__against" : undefined) : "muted"}>
        {value}
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </dd>
    </div>
  ));
}
