import { Clock, FileText, HandCoins, Users } from "lucide-react";
import { m } from "#messages/messages.js";
import { StartNotes as Notes } from "#pages/public/form-journey/start-notes.tsx";

export function StartNotes() {
  return (
    <Notes
      title={m.sell_car_start_title()}
      notes={[
        { Icon: Clock, text: m.sell_car_start_time() },
        { Icon: FileText, text: m.sell_car_start_need() },
        { Icon: Users, text: m.sell_car_start_who() },
        { Icon: HandCoins, text: m.sell_car_start_free() },
      ]}
    />
  );
}
