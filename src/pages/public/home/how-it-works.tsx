import { m } from "#messages/messages.js";
import { Reveal } from "#ui/reveal.tsx";

export function HowItWorks() {
  const steps = [
    { title: m.home_step_apply_title(), text: m.home_step_apply_text() },
    { title: m.home_step_approved_title(), text: m.home_step_approved_text() },
    { title: m.home_step_drive_title(), text: m.home_step_drive_text() },
  ];
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <h2>{m.home_how_title()}</h2>
        </div>
        <ol className="steps">
          {steps.map(({ title, text }, index) => (
            <Reveal as="li" key={title} className="step">
              <span className="n" aria-hidden>
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </Reveal>
          ))}
        </ol>
      </div>
    </section>
  );
}
