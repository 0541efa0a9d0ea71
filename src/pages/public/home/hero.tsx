import { ArrowRight, Check } from "lucide-react";
import { m } from "#messages/messages.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { paths } from "#site/paths.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card-facts.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { HERO_PICTURE } from "./home-pictures.ts";
import { PaymentExample } from "./payment-example.tsx";

export function Hero({ example }: { example: readonly ListingCardFacts[] }) {
  const ticks = [
    m.home_hero_tick_time(),
    m.home_hero_tick_provinces(),
    m.home_hero_tick_languages(),
  ];
  return (
    <section className="hero">
      <div className="wrap">
        <div className="tx">
          <h1>{m.home_hero_title()}</h1>
          <p className="lead">{m.home_hero_lead()}</p>
          <div className="cta">
            <Link to={paths.preApproval()} className={buttonClass({ look: "white", size: "lg" })}>
              {m.home_get_approved()} <ArrowRight className="ic" aria-hidden />
            </Link>
            <Link to={paths.sellCar()} className={buttonClass({ look: "line", size: "lg" })}>
              {m.home_sell_your_car()}
            </Link>
          </div>
          <ul className="ticks">
            {ticks.map((tick) => (
              <li key={tick}>
                <Check className="ic" aria-hidden /> {tick}
              </li>
            ))}
          </ul>
        </div>
        <div className="car">
          <Picture
            source={pictureSources(HERO_PICTURE.illustration, HERO_PICTURE.widthsPx)}
            alt={m.home_hero_picture()}
            sizes={HERO_PICTURE.sizes}
            priority
          />
        </div>
        <PaymentExample listings={example} />
      </div>
    </section>
  );
}
