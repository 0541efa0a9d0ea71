import { Clock, FileText, ShieldCheck, Users } from "lucide-react";
import { m } from "#messages/messages.js";
import { StartNotes as Notes } from "#pages/public/form-journey/start-notes.tsx";

export function StartNotes() {
  return (
    <Notes
      title={m.pre_approval_start_title()}
      notes={[
        { Icon: Clock, text: m.pre_approval_start_time() },
        { Icon: FileText, text: m.pre_approval_start_need() },
        { Icon: Users, text: m.pre_approval_start_who() },
        { Icon: ShieldCheck, text: m.pre_approval_start_credit() },
      ]}
    />
  );
}
