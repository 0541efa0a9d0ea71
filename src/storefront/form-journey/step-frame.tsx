import { Info, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { site } from "#site.ts";
import { Link } from "#ui/link.tsx";

export function StepTitle({ text }: { text: string }) {
  return <title>{`${text} · ${site.name}`}</title>;
}

/** Where one left off last time, and that earlier answers no longer fit the form. */
export function StepNotices({
  resume,
  changed,
}: {
  resume: { text: string; link: string; href: string } | null;
  changed: string | null;
}) {
  return (
    <>
      {resume && (
        <Notice>
          {resume.text} <Link to={resume.href}>{resume.link}</Link>
        </Notice>
      )}
      {changed !== null && <Notice>{changed}</Notice>}
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="msg mb-6">
      <Info className="ic" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** Under every step: where the answers are until they are sent. */
export function SavedNote({ text }: { text: string }) {
  return (
    <div className="row small muted mt-7 items-start">
      <Lock className="ic s mt-0.5" aria-hidden />
      <p>{text}</p>
    </div>
  );
}
