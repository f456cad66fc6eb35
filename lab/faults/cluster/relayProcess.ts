import { startTcpProxy } from '#testing/tcpProxy.ts';

/*
 * The network of a database machine, in its own process: a busy harness would delay etcd's answers, and Patroni would give up
 * the primary. Started with the addresses that it leads to. Reports its own ones, and takes the messages `silence` and `heal`.
 */

const proxies = await Promise.all(process.argv.slice(2).map((target) => startTcpProxy(`http://${target}`)));

process.on('message', (message) => {
  for (const proxy of proxies)
    if (message === 'silence') proxy.silence();
    else if (message === 'heal') proxy.heal();
});
process.once('disconnect', () => process.exit());
process.send?.(proxies.map(({ url }) => new URL(url).host));
