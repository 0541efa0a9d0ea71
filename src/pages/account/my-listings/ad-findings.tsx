import type { DescribedFinding } from "#domain/ad-rules/describe-finding.server.ts";
import type { Severity } from "#domain/ad-rules/ad-rules.ts";
import { m } from "#messages/messages.js";

const SEVERITY: Readonly<Record<Severity, { words: () => string; look: string }>> = {
  must: { words: m.ad_rule_severity_must, look: "chip--bad" },
  advice: { words: m.ad_rule_severity_advice, look: "chip--warn" },
  to_be_checked: { words: m.ad_rule_severity_to_be_checked, look: "chip--outline" },
};

/** What the rules on ads find in a listing: how strictly, in words, and the laws that say so. */
export function AdFindings({ findings }: { findings: readonly DescribedFinding[] }) {
  return (
    <ul className="grid gap-4">
      {findings.map(({ check, severity, text, sources }) => (
        <li key={check} className="grid justify-items-start gap-1">
          <span className={`chip ${SEVERITY[severity].look}`}>{SEVERITY[severity].words()}</span>
          <p>{text}</p>
          {sources.length > 0 && (
            <ul className="small muted">
              {sources.map(({ citation, address }) => (
                <li key={citation}>
                  <a href={address} target="_blank" rel="noreferrer">
                    {citation}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
