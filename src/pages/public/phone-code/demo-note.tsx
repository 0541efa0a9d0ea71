import { useRouteLoaderData } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";

/**
 * The demo sends no SMS: a link to where its code is shown. It opens another tab, so that what is
 * typed stays.
 */
export function DemoOutboxNote() {
  const shell = useRouteLoaderData<{ isDemo: boolean }>("root");
  if (!shell?.isDemo) return null;
  return (
    <p className="small muted mt-3">
      {m.phone_code_demo()}{" "}
      <Link className="link" to={paths.demoOutbox()} target="_blank" rel="noopener">
        {m.phone_code_demo_outbox()}
      </Link>
    </p>
  );
}
