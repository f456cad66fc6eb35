import { startTcpProxy } from '#testing/tcpProxy.ts';

/*
 * Simulates the network of a database machine in a separate process, because a busy harness would delay etcd's answers until
 * Patroni demotes the primary. Takes target addresses as arguments, reports its own, and obeys `silence` and `heal`.
 */

const proxies = await Promise.all(process.argv.slice(2).map((target) => startTcpProxy(`http://${target}`)));

process.on('message', (message) => {
  for (const proxy of proxies)
    if (message === 'silence') proxy.silence();
    else if (message === 'heal') proxy.heal();
});
process.once('disconnect', () => process.exit());
process.send?.(proxies.map(({ url }) => new URL(url).host));
