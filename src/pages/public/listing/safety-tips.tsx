import { Shield } from "lucide-react";
import { m } from "#messages/messages.js";

/** SPEC.md §2 "Listing detail". */
export function SafetyTips() {
  const tips = [
    m.listing_safety_meet(),
    m.listing_safety_pay(),
    m.listing_safety_local(),
    m.listing_safety_financial(),
  ];
  return (
    <section className="lp-safe" aria-labelledby="safety">
      <h2 id="safety">
        <Shield className="ic l" aria-hidden />
        {m.listing_safety()}
      </h2>
      <ol>
        {tips.map((tip, index) => (
          <li key={tip}>
            <span className="num" aria-hidden>
              {index + 1}
            </span>
            {tip}
          </li>
        ))}
      </ol>
    </section>
  );
}
