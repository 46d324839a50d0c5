import { randomInt } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running server with an empty database. */
export interface Facility {
  readonly url: string;
  readonly adminPassword: string;
  readonly emergencyKey: string;
  /** The key for issuing codes without an account. */
  readonly masterKey: string;
  /** Sets the server's clock ahead of this machine's, in milliseconds. Only test builds support this. */
  readonly setAhead: (milliseconds: number) => Promise<void>;
  /** Kills the server as a crash would, and restarts it on its data. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const binary = process.env.FACILITY_BIN ?? path.resolve(import.meta.dirname, '../../target/debug/facility');

/** Time limit for a response of the server, in milliseconds. */
const patience = 30_000;

/**
 * Below the ports that Linux assigns to outgoing connections, one of which could take the port while the server
 * restarts.
 */
const ports = { from: 12_000, to: 32_000 } as const;

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found.');
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended at once:\n${output()}`);
    try {
      const answer = await fetch(`${url}/api/health/ready`);
      // Without this line, the response came from another process on the port.
      if (answer.ok && output().includes('is running at')) return;
    } catch {
      // Not listening yet.
    }
    await sleep(100);
  }
  throw new Error(`The server was not ready in time:\n${output()}`);
}

/** The server's error if another process took its port after it was found free. */
const portTaken = 'Address already in use';

/** Maximum number of starts of a server whose port was taken. */
const attempts = 5;

function run(folder: string, env: NodeJS.ProcessEnv) {
  let log = '';
  const child = spawn(binary, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => {
      resolve();
    });
    child.once('error', reject);
  });
  const ready = (url: string) =>
    Promise.race([
      untilReady(url, child, () => log),
      ended.then(() => {
        throw new Error(`The server ended before it was ready:\n${log}`);
      }),
    ]);
  return { child, ended, ready };
}

/** Whether a server did not start because its port was taken. */
function lostPort(error: unknown): boolean {
  return error instanceof Error && error.message.includes(portTaken);
}

/**
 * Starts the server on a free port with a data folder that is removed when it stops. `world` is part of the folder's
 * name; `ahead` sets the server's clock ahead of this machine's from the start, in milliseconds.
 */
export async function startFacility(world: string, ahead = 0): Promise<Facility> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(await freePort(), world, ahead);
    } catch (error) {
      if (attempt === attempts || !lostPort(error)) throw error;
    }
  }
}

async function startOn(port: number, world: string, ahead: number): Promise<Facility> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `facility-e2e-${world}-`));
  const url = `http://127.0.0.1:${port}`;
  const adminPassword = 'e2e eleven seconds of delay';
  const emergencyKey = 'e2e a key behind the glass';
  const masterKey = 'e2e a key for every lock';
  const clock = path.join(folder, 'test-clock');
  const setAhead = (milliseconds: number) => writeFile(clock, String(milliseconds * 1000));
  await setAhead(ahead);
  const env = {
    PATH: process.env.PATH,
    FACILITY_LISTEN: `127.0.0.1:${port}`,
    FACILITY_PUBLIC_URL: url,
    FACILITY_DATA_DIR: folder,
    FACILITY_ADMIN_PASSWORD: adminPassword,
    FACILITY_EMERGENCY_KEY: emergencyKey,
    FACILITY_MASTER_KEY: masterKey,
    FACILITY_RATE_LIMITS: 'open',
    FACILITY_TEST_CLOCK: clock,
    FACILITY_TEST_HASHES: 'light',
  };
  let running = run(folder, env);
  const stop = async () => {
    running.child.kill('SIGTERM');
    await running.ended.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  const crash = async () => {
    running.child.kill('SIGKILL');
    await running.ended;
    // The open pages know this address, so the server waits for a process that briefly holds the port.
    for (let attempt = 1; ; attempt += 1) {
      running = run(folder, env);
      try {
        await running.ready(url);
        return;
      } catch (error) {
        if (attempt === attempts || !lostPort(error)) throw error;
        await sleep(1000);
      }
    }
  };
  try {
    await running.ready(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, adminPassword, emergencyKey, masterKey, setAhead, crash, stop };
}
