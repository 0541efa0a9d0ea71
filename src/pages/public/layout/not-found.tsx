import { m } from "#messages/messages.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";

const LEAVING = {
  body: "Hatchback",
  colour: "Red",
  trim: "Sport",
  view: "rear34",
  seed: "nf-0",
  backdrop: "none",
} as const;

/** SPEC §2: the sentence, a large 404 and the way home. */
export function NotFound() {
  return (
    <section className="nf">
      <div className="wrap">
        <title>{`${m.layout_not_found_title()} · ${site.name}`}</title>
        <div className="big">
          <span className="sr">404</span>
        </div>
        <Picture
          source={pictureSources(LEAVING, [480, 720, 960])}
          alt={m.layout_not_found_picture()}
          sizes="(min-width: 660px) 620px, 94vw"
          priority
        />
        <h1>{m.layout_not_found_title()}</h1>
        <p className="muted">{m.layout_not_found_text()}</p>
        <div className="row">
          <Link className="btn lg" to={paths.home()}>
            {m.layout_not_found_home()}
          </Link>
        </div>
      </div>
    </section>
  );
}
