import type { ReactNode } from "react";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import type { checkListPage, Step, Tried } from "./check-list.server.ts";

type Loaded = Awaited<ReturnType<typeof checkListPage.loader>>;
type Props = Loaded & { tried?: Tried | undefined };

const TITLES: Record<Step, () => string> = {
  facts: m.check_list_facts,
  email: m.check_list_email,
  sms: m.check_list_sms,
  https: m.check_list_https,
  backup: m.check_list_backup,
  administrator: m.check_list_administrator,
  dealership: m.check_list_dealership,
  routing: m.check_list_routing,
  legal: m.check_list_legal,
  lead: m.check_list_lead,
};

/** The steps in their order; a done one only says so. */
export function CheckList(props: Props) {
  return (
    <ol className="grid list-none gap-4 p-0">
      {props.steps.map(({ step, isDone }) => (
        <li key={step} id={step} className="card grid gap-3 p-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-h3">{TITLES[step]()}</h2>
            <span className={isDone ? "chip chip--ok" : "chip"}>
              {isDone ? m.check_list_done() : m.check_list_open()}
            </span>
          </div>
          {props.tried?.step === step && props.tried.message && (
            <p className="notice notice--ok" role="status">
              {props.tried.message}
            </p>
          )}
          {!isDone && <Todo step={step} {...props} />}
        </li>
      ))}
    </ol>
  );
}

function Todo({ step, ...props }: Props & { step: Step }): ReactNode {
  const { presses, tried } = props;
  const error = tried?.step === step ? tried.error : undefined;
  switch (step) {
    case "facts":
      return (
        <Words text={m.check_list_facts_text({ names: props.missing })}>
          {props.missingIn.map(({ path, name }) => (
            <Link key={path} to={path}>
              {name}
            </Link>
          ))}
        </Words>
      );
    case "email":
      return (
        <CodeStep
          text={m.check_list_email_text({ email: props.mailTo })}
          send={<Press name={presses["send-email"]}>{m.check_list_send()}</Press>}
          confirm={presses["confirm-email"]}
          step="email"
          tried={tried}
        />
      );
    case "sms":
      return (
        <CodeStep
          text={m.check_list_sms_text()}
          send={
            <CommandForm
              press={presses["send-sms"]}
              className="grid justify-items-start gap-3 sm:grid-cols-[1fr_auto] sm:items-end"
            >
              <TextField
                id="check-phone"
                name="phone"
                type="tel"
                autoComplete="tel"
                label={m.check_list_phone()}
                error={tried?.codeTo ? undefined : error}
              />
              <Button type="submit" variant="soft">
                {m.check_list_send()}
              </Button>
            </CommandForm>
          }
          confirm={presses["confirm-sms"]}
          step="sms"
          tried={tried}
        />
      );
    case "https":
      return <Words text={m.check_list_https_text({ origin: props.origin })} />;
    case "backup":
      return (
        <Words text={m.check_list_backup_text()}>
          <Link to={paths.staffSystem()}>{m.system_title()}</Link>
        </Words>
      );
    case "administrator":
      return (
        <Words text={m.check_list_administrator_text()}>
          <Link to={paths.staffPeople()}>{m.people_title()}</Link>
        </Words>
      );
    case "dealership":
      return (
        <Words text={m.check_list_dealership_text()}>
          <Link to={paths.staffDealership("new")}>{m.dealership_new()}</Link>
        </Words>
      );
    case "routing":
      return (
        <Words text={error ?? m.check_list_routing_text({ town: props.town })}>
          <Press name={presses["try-routing"]}>{m.check_list_try()}</Press>
        </Words>
      );
    case "legal":
      return (
        <Words text={m.check_list_legal_text()}>
          <Link to={paths.terms()}>{m.layout_terms()}</Link>
          <Link to={paths.privacy()}>{m.layout_privacy()}</Link>
          <Press name={presses["legal-read"]}>{m.check_list_legal_read()}</Press>
        </Words>
      );
    case "lead":
      return (
        <Words text={m.check_list_lead_text()}>
          <Link to={paths.preApproval()}>{m.check_list_lead_send()}</Link>
          <Link to={paths.leads()}>{m.staff_leads_title()}</Link>
        </Words>
      );
  }
}

function Press({ name, children }: { name: PressName | null; children: string }) {
  return (
    <CommandForm press={name}>
      <Button type="submit" variant="soft">
        {children}
      </Button>
    </CommandForm>
  );
}

function Words({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <p>{text}</p>
      {children && <div className="flex flex-wrap items-center gap-4">{children}</div>}
    </>
  );
}

/** A code is sent, and typed here: only then has it arrived. */
function CodeStep({
  text,
  send,
  confirm,
  step,
  tried,
}: {
  text: string;
  send: ReactNode;
  confirm: Loaded["presses"]["confirm-email" | "confirm-sms"];
  step: "email" | "sms";
  tried: Tried | undefined;
}) {
  const own = tried?.step === step ? tried : undefined;
  return (
    <>
      <p>{text}</p>
      {own?.codeTo ? (
        <CommandForm
          press={confirm}
          fields={{ phone: own.codeTo }}
          className="grid justify-items-start gap-3 sm:grid-cols-[1fr_auto] sm:items-end"
        >
          <TextField
            id={`${step}-code`}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            label={m.check_list_code()}
            error={own.error}
          />
          <Button type="submit" variant="dark">
            {m.check_list_confirm()}
          </Button>
        </CommandForm>
      ) : (
        <>
          {own?.error && step === "email" && <p role="alert">{own.error}</p>}
          <div>{send}</div>
        </>
      )}
    </>
  );
}
