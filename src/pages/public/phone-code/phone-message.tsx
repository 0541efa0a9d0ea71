import { CircleAlert, CircleCheck, ShieldCheck } from "lucide-react";

/** The result of a button of the phone code; screen readers announce it. */
export function PhoneMessage(props: {
  text: string | null;
  isError: boolean;
  isVerified: boolean;
  /** What the person can still do. */
  more?: string | null;
}) {
  const Icon = props.isError ? CircleAlert : props.isVerified ? ShieldCheck : CircleCheck;
  return (
    <div id="phone-message" role="status" aria-live="polite">
      {props.text && (
        <p className={props.isError ? "notice notice--bad mt-4" : "notice notice--ok mt-4"}>
          <Icon className="icon" aria-hidden />
          {props.text}
        </p>
      )}
      {props.more && <p className="mt-3">{props.more}</p>}
    </div>
  );
}
