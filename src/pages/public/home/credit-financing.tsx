import { m } from "#messages/messages.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { paths } from "#site/paths.ts";
import { Bar } from "#ui/bar.tsx";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { CREDIT_BANDS, type CreditBand, SCORE_RANGE } from "#values/credit-band.ts";
import { FINANCE_PICTURE } from "./home-pictures.ts";

const BAND_NAMES: Readonly<Record<CreditBand, () => string>> = {
  excellent: m.home_band_excellent,
  very_good: m.home_band_very_good,
  good: m.home_band_good,
  fair: m.home_band_fair,
  poor: m.home_band_poor,
  none: m.home_band_none,
};

/** How far the bar of a credit band reaches, as a share of the highest possible score (900). */
function barShare(band: CreditBand): number {
  const range = SCORE_RANGE[band];
  return range ? Math.round((range.highest / 900) * 100) / 100 : 0.12;
}

export function CreditFinancing() {
  const { illustration, widthsPx, sizes } = FINANCE_PICTURE;
  return (
    <section className="home-section">
      <div className="page-width">
        <div className="credit-financing">
          <div className="credit-financing__text">
            <h2>{m.home_credit_title()}</h2>
            <p>{m.home_credit_text()}</p>
            <ul className="credit-financing__bands figures">
              {CREDIT_BANDS.map((band) => {
                const range = SCORE_RANGE[band];
                return (
                  <li key={band}>
                    <span>{BAND_NAMES[band]()}</span>
                    <Bar share={barShare(band)} />
                    <span>
                      {range ? `${range.lowest}–${range.highest}` : m.home_band_welcome()}
                    </span>
                  </li>
                );
              })}
            </ul>
            <Link to={paths.creditApplication()} className={buttonClass({ size: "lg" })}>
              {m.home_credit_apply()}
            </Link>
          </div>
          <div className="credit-financing__picture">
            <Picture source={pictureSources(illustration, widthsPx)} alt="" sizes={sizes} />
          </div>
        </div>
      </div>
    </section>
  );
}
