import { BadgeDollarSign, EyeOff, LockKeyhole, Scale } from "lucide-react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { Reveal } from "#ui/reveal.tsx";

/** What an applicant is afraid of, answered. Each sentence is a fact about this site: keep it one. */
export function Trust() {
  const facts = [
    { Icon: EyeOff, title: m.home_trust_check_title(), text: m.home_trust_check_text() },
    { Icon: BadgeDollarSign, title: m.home_trust_cost_title(), text: m.home_trust_cost_text() },
    { Icon: LockKeyhole, title: m.home_trust_data_title(), text: m.home_trust_data_text() },
    { Icon: Scale, title: m.home_trust_promise_title(), text: m.home_trust_promise_text() },
  ];
  return (
    <section className="sec sub">
      <div className="wrap">
        <div className="sec-h">
          <div>
            <h2>{m.home_trust_title()}</h2>
            <p>{m.home_trust_lead()}</p>
          </div>
          <Link to={paths.privacy()}>{m.home_trust_privacy()}</Link>
        </div>
        <ul className="grid g4">
          {facts.map(({ Icon, title, text }) => (
            <Reveal as="li" key={title} className="card pad">
              <Icon className="ic l text-[var(--primary-text)]" aria-hidden />
              <h3 className="mt-4 text-[19px]">{title}</h3>
              <p className="muted mt-2">{text}</p>
            </Reveal>
          ))}
        </ul>
      </div>
    </section>
  );
}
