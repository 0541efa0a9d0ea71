/**
 * One address for each host of a database, in their order. Several hosts are written as in libpq:
 * `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write` (PostgreSQL,
 * libpq "Specifying Multiple Hosts"). The parameters that choose among them are left out, since the
 * site always looks for the host that accepts writes.
 */
export function splitHosts(url: string): string[] {
  const [, before = "", hosts = "", rest = ""] =
    /^([^:]*:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  const [path = "", query = ""] = rest.split("?", 2);
  const settings = query.split("&").filter((each) => !/^($|target_session_attrs=)/.test(each));
  const end = path + (settings.length > 0 ? `?${settings.join("&")}` : "");
  return hosts.split(",").map((host) => before + host + end);
}
