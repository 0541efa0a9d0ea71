import type { ReactNode } from "react";
import { FieldsetFrame } from "./field-frame.tsx";
import type { Pictures, RadiosView } from "#forms/questions/control-view.ts";
import type { QuestionFrame } from "#forms/view-model.ts";

/**
 * Renders the picture of an option. The page passes this in, because forms know nothing about cars.
 */
export type OptionPicture = (family: Pictures, code: string) => ReactNode;

/** From this many options on, they are shown in two columns if there is room. */
const TWO_COLUMNS_FROM = 4;

function columnsFor({ options, tiles }: RadiosView, asTitle: boolean): string {
  if (tiles) return `choices--${tiles}`;
  if (options.some(({ label }) => label.includes("\n"))) return "";
  if (asTitle) return options.length >= TWO_COLUMNS_FROM ? "choices--two" : "";
  // Two short options fit beside each other on a phone.
  return options.length === 2 ? "choices--pair" : "choices--two";
}

/**
 * Native radio buttons inside large tiles, so that arrow keys, forms and screen readers work as
 * usual.
 */
export function RadiosField({
  question,
  asTitle,
  picture,
}: {
  question: QuestionFrame & RadiosView;
  asTitle: boolean;
  picture?: OptionPicture;
}) {
  const { options, pictures } = question;
  const columns = columnsFor(question, asTitle);
  return (
    <FieldsetFrame question={question} asTitle={asTitle} role="radiogroup">
      <div className={`choices ${columns} ${question.error ? "choices--invalid" : ""}`}>
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              className="choice-input"
              type="radio"
              id={option.id}
              name={question.name}
              value={option.value}
              defaultChecked={option.checked}
              required={question.required}
            />
            {pictures && picture?.(pictures, option.value)}
            <OptionLabel label={option.label} />
            <span className="choice__radio" aria-hidden />
          </label>
        ))}
      </div>
    </FieldsetFrame>
  );
}

/** "Good (660-724)": the text in brackets, or on a second line, is shown smaller. */
function OptionLabel({ label }: { label: string }) {
  const [title, meaning] = label.split("\n", 2);
  if (meaning !== undefined)
    return (
      <span>
        <b>{title}</b>
        <span className="small muted block">{meaning}</span>
      </span>
    );
  const [, name, detail] = /^(.+?)\s(\(.+\))$/u.exec(label) ?? [];
  if (name === undefined) return <b>{label}</b>;
  return (
    <span>
      <b>{name} </b>
      <span className="small muted figures">{detail}</span>
    </span>
  );
}
