import type { ReactNode } from "react";
import { FieldsetFrame } from "./field-frame.tsx";
import type { Pictures, RadiosView } from "#forms/questions/control-view.ts";
import type { QuestionFrame } from "#forms/view-model.ts";

/** Draws one option of a family of pictures. The page passes it in: forms know nothing of cars. */
export type OptionPicture = (family: Pictures, code: string) => ReactNode;

/** From here on options stand in two columns where there is room. */
const TWO_COLUMNS_FROM = 4;

function columnsFor({ options, tiles }: RadiosView, asTitle: boolean): string {
  if (tiles) return `choices--${tiles}`;
  if (options.some(({ label }) => label.includes("\n"))) return "";
  if (asTitle) return options.length >= TWO_COLUMNS_FROM ? "choices--two" : "";
  // A yes and a no, or two of anything short, have room beside each other on a phone.
  return options.length === 2 ? "choices--pair" : "choices--two";
}

/** Real radio buttons under large tiles: arrow keys, forms and readers work as everywhere. */
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

/** "Good (660-724)": what stands in brackets is the finer print, and what stands in a second line. */
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
