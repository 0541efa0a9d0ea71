import { type InputEvent, useEffect, useMemo, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { DescribedFinding } from "#domain/ad-rules/describe-finding.server.ts";
import type { FieldNote } from "#forms/page/field-notes.tsx";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { action } from "./check-ad.page.ts";

/** The server is asked once the hands rest. */
const REST_MS = 700;

/**
 * What the rules on ads find in the form, by question: as the page came with it, and from the first
 * letter on as the server says of what stands there, of the fields that were touched.
 */
export function useAdNotes(given: readonly DescribedFinding[] | undefined) {
  const fetcher = useFetcher<typeof action>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = (event: InputEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const name = "name" in event.target ? String(event.target.name) : "";
    setTouched((before) => (before.has(name) ? before : new Set([...before, name])));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void fetcher.submit(new FormData(form), {
        method: "post",
        action: hrefIn(paths.checkAd()),
        defaultShouldRevalidate: false,
      });
    }, REST_MS);
  };
  const found = fetcher.data?.notes;
  const notes = useMemo(
    () =>
      groupNotes(found ? found.filter(({ field }) => field && touched.has(field)) : (given ?? [])),
    [found, given, touched],
  );
  return { notes, onInput };
}

function groupNotes(found: readonly DescribedFinding[]): ReadonlyMap<string, FieldNote[]> {
  const byName = new Map<string, FieldNote[]>();
  for (const { field, text, severity, sources } of found) {
    if (!field) continue;
    const links = sources.map(({ citation, address }) => ({ text: citation, href: address }));
    const note = { text, isWarning: severity === "must", links };
    byName.set(field, [...(byName.get(field) ?? []), note]);
  }
  return byName;
}
