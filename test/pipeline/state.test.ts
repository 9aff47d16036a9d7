import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { userFolder } from '../../pipeline/disk/kept-files.ts';

const before = process.env['HOME'];
afterEach(() => {
	process.env['HOME'] = before;
});

test.runIf(process.platform === 'linux')('an empty or relative variable names no folder', () => {
	const usual = join(homedir(), '.local/state/wokflow');
	for (const value of ['', 'state', './state', undefined])
		expect(userFolder('state', { XDG_STATE_HOME: value })).toBe(usual);
	expect(userFolder('state', { XDG_STATE_HOME: '/state' })).toBe('/state/wokflow');
	expect(userFolder('cache', { XDG_CACHE_HOME: 'cache' })).toBe(join(homedir(), '.cache/wokflow'));
	expect(userFolder('cache', { XDG_CACHE_HOME: '/cache' })).toBe('/cache/wokflow');
	for (const home of ['', 'home']) {
		process.env['HOME'] = home;
		expect([userFolder('state', {}), userFolder('cache', {})]).toEqual([undefined, undefined]);
		expect(userFolder('state', { WOKFLOW_STATE: '/own' })).toBe('/own');
	}
});
