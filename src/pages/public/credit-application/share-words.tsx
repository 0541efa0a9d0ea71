import { type RefObject, useEffect, useRef, useState } from "react";
import { ShownWhen } from "#forms/page/question-field.tsx";
import type { QuestionView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { FrenchFirst } from "#ui/french-first.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { CreditPage } from "./credit-application.server.ts";
import type { ShareWords } from "./share-words.server.ts";

type FormPage = Extract<CreditPage, { at: "form" }>;

/** The box of the consent to share, by its name in SPEC's form. */
const SHARE_BOX = "shareWithDealership";

/**
 * The text of the consent to share, which names the dealership of the typed city. A box ticked with
 * another text is asked again.
 */
export function useShareWords(
  form: RefObject<HTMLFormElement | null>,
  { share, isShareFixed }: Pick<FormPage, "share" | "isShareFixed">,
): { words: ShareWords; isRenamed: boolean } {
  const [words, setWords] = useState(share);
  const [isRenamed, setRenamed] = useState(false);
  const shown = useRef(share);
  useEffect(() => {
    const element = form.current;
    if (!element || isShareFixed) return;
    let requested = "";
    const check = async () => {
      const { city = "", province = "" } = Object.fromEntries(
        ["city", "province"].map((name) => [name, readControl(element, name).trim()]),
      );
      const query = new URLSearchParams({ city, province }).toString();
      if (!city || !province || query === requested) return;
      requested = query;
      const found = await findWords(query);
      if (!found || query !== requested || found.text === shown.current.text) return;
      shown.current = found;
      const box = element.elements.namedItem(SHARE_BOX);
      const wasTicked = box instanceof HTMLInputElement && box.checked;
      if (wasTicked) box.checked = false;
      setWords(found);
      setRenamed(wasTicked);
    };
    const onChange = () => void check();
    onChange();
    element.addEventListener("change", onChange);
    return () => element.removeEventListener("change", onChange);
  }, [form, isShareFixed]);
  return { words, isRenamed };
}

function readControl(form: HTMLFormElement, name: string): string {
  const control = form.elements.namedItem(name);
  return control && "value" in control ? String(control.value) : "";
}

/** Null if the server does not respond: the text stays, and is stored, as it is. */
async function findWords(query: string): Promise<ShareWords | null> {
  try {
    const response = await fetch(`${hrefIn(paths.namedDealership())}?${query}`);
    return response.ok ? readWords(await response.json()) : null;
  } catch {
    return null;
  }
}

function readWords(json: unknown): ShareWords | null {
  if (typeof json !== "object" || json === null) return null;
  if (!("text" in json && "dealershipId" in json && "frenchText" in json)) return null;
  const { text, dealershipId, frenchText } = json;
  if (typeof text !== "string" || typeof dealershipId !== "string") return null;
  return { text, dealershipId, frenchText: typeof frenchText === "string" ? frenchText : null };
}

/** The question with this text as its label. */
export function replaceConsentLabel(question: QuestionView, words: ShareWords): QuestionView {
  return question.name === SHARE_BOX ? { ...question, label: words.text } : question;
}

/** Announced to screen readers when the text changes. */
export function RenamedNote({ isRenamed }: { isRenamed: boolean }) {
  return (
    <div role="status" aria-live="polite">
      {isRenamed && (
        <p className="notice notice--warn mt-3">{m.credit_application_share_renamed()}</p>
      )}
    </div>
  );
}

/** Without script it is always shown. */
export function ConsentsInFrench({
  french: { creditCheck, href },
  words,
}: {
  french: NonNullable<FormPage["frenchFirst"]>;
  words: ShareWords;
}) {
  return (
    <ShownWhen condition={{ name: "province", values: ["QC"] }}>
      <FrenchFirst href={href}>
        {[creditCheck, words.frenchText].map((text) => (
          <p key={text} className="mt-2">
            {text}
          </p>
        ))}
      </FrenchFirst>
    </ShownWhen>
  );
}
