import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type PageData, pageWithData } from '../../jobs/view-page.ts';
import { BUILT } from '../support/built.ts';
import { FIXTURES, ROOT, scratchFolder, wokflow } from '../support/cli.ts';
import { serving } from '../support/serving.ts';

const folder = scratchFolder();
const page = readFileSync(join(BUILT, 'dist/viewer.html'), 'utf8');

beforeAll(() => {
	cpSync(join(FIXTURES, 'level/quay.lyt'), join(folder, 'level/quay.lyt'));
	for (const room of ['quay_02a', 'quay_04a'])
		cpSync(join(FIXTURES, `level/rooms/${room}.glb`), join(folder, `level/rooms/${room}.glb`));
	cpSync(join(FIXTURES, 'small/cube-room.obj'), join(folder, 'cube room.obj'));
});

function dataOf(html: string): PageData {
	const [, json] = /<script type="application\/json" id="wokflow-data">([^<]*)<\/script>/.exec(html) ?? [];
	return JSON.parse(json ?? 'null') as PageData;
}

describe('the page', () => {
	test('is one file of less than 1.5 MB that may not reach any network', () => {
		expect(Buffer.byteLength(page)).toBeLessThan(1_500_000);
		const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("connect-src 'none'");
		expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
		expect(page.match(/<script(?![^>]*type=)[^>]*>/g)).toHaveLength(1);
		expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(?!data:)(?!#)/);
	});

	test('names in its data cannot end the element that they stand in', () => {
		const path = '</script><script>alert(1)</script><!--.wok';
		const data: PageData = {
			version: 1,
			title: '$& <b>',
			files: [{ path, content: 'AA==' }],
			inputs: [path],
			options: {},
		};
		const html = pageWithData(page, data);
		expect(html).not.toContain('<script>alert');
		expect(html.match(/<script/g)?.length).toBe(page.match(/<script/g)?.length);
		expect(dataOf(html)).toEqual(data);
	});
});

describe('wokflow view', () => {
	test('writes a page with the inputs and every file that was read for them', async () => {
		const run = await wokflow(['view', 'level/quay.lyt', '--room-folder', 'level/rooms', '-o', 'quay.html'], {
			cwd: folder,
		});
		expect(run).toMatchObject({ code: 0 });
		const data = dataOf(readFileSync(join(folder, 'quay.html'), 'utf8'));
		expect(data.inputs).toEqual(['quay.lyt']);
		expect(data.files.map(({ path }) => path)).toContain('rooms/quay_04a.glb');
		expect(data.files).toHaveLength(3);
		const [room] = data.files.filter(({ path }) => path === 'rooms/quay_04a.glb');
		const bytes = Buffer.from(room.content, 'base64');
		expect(
			Buffer.compare(
				room.gzip === true ? gunzipSync(bytes) : bytes,
				readFileSync(join(folder, 'level/rooms/quay_04a.glb')),
			),
		).toBe(0);
		// Where a file lies on somebody's machine is nobody's business.
		expect(JSON.stringify(data)).not.toContain(folder);
	});

	test('says how the inputs are to be read, and names the page after them', async () => {
		const run = await wokflow(['view', 'cube room.obj', '--up', 'z', '--surface', 'Floor*=Stone', '--json'], {
			cwd: folder,
		});
		expect(JSON.parse(run.stdout)).toMatchObject({ ok: true, outputs: [{ path: 'cube room.html' }] });
		const data = dataOf(readFileSync(join(folder, 'cube room.html'), 'utf8'));
		expect(data).toMatchObject({ title: 'cube room', options: { up: 'z', surface: { 'Floor*': 'Stone' } } });
	});

	test('overwrites no input, no file of somebody else, and its own pages', async () => {
		writeFileSync(join(folder, 'mine.html'), '<p>mine</p>');
		const foreign = await wokflow(['view', 'cube room.obj', '-o', 'mine.html'], { cwd: folder });
		expect(foreign.code).toBe(1);
		expect(readFileSync(join(folder, 'mine.html'), 'utf8')).toBe('<p>mine</p>');
		expect((await wokflow(['view', 'cube room.obj'], { cwd: folder })).code).toBe(0);
		expect((await wokflow(['view', 'cube room.obj', '--unit', 'cm'], { cwd: folder })).code).toBe(0);
	});

	test.skipIf(process.platform === 'win32')('refuses pipes, which it would wait for twice', async () => {
		execFileSync('mkfifo', [join(folder, 'pipe.wok')]);
		const refused = await wokflow(['view', 'pipe.wok'], { cwd: folder });
		expect(refused).toMatchObject({ code: 2 });
		expect(refused.stderr).toContain('Save it to a file first');
	});

	test('refuses what makes no sense, and what cannot be read', async () => {
		for (const words of [['--watch'], ['--serve', '-o', 'x.html']])
			expect(await wokflow(['view', 'cube room.obj', ...words], { cwd: folder })).toMatchObject({ code: 2 });
		expect(await wokflow(['view', 'none.glb'], { cwd: folder })).toMatchObject({ code: 3 });
		expect(await wokflow(['view', '-'], { cwd: folder, input: new Uint8Array(4) })).toMatchObject({ code: 2 });
	});
});

describe('wokflow view --serve', () => {
	test('answers this machine only, at an address with a secret, with nothing but the page', async () => {
		const { url, ask, end } = await serving([join(folder, 'cube room.obj')]);
		try {
			expect(url.hostname).toBe('127.0.0.1');
			expect(url.pathname.length).toBeGreaterThan(30);
			const whole = await ask(url.pathname);
			expect(whole).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
			expect(whole.headers).toMatchObject({
				'cache-control': 'no-store',
				'x-content-type-options': 'nosniff',
				'x-frame-options': 'DENY',
				'referrer-policy': 'no-referrer',
				'cross-origin-resource-policy': 'same-origin',
				'cross-origin-opener-policy': 'same-origin',
			});
			expect(dataOf(whole.body)).toMatchObject({ inputs: ['cube room.obj'] });
			const inside = `${url.pathname}`;
			for (const path of [
				'/',
				'/x/',
				`${inside}cube%20room.obj`,
				`${inside}../${'../'.repeat(8)}etc/passwd`,
				`${inside}/x`,
				`${inside}changes`,
				`${inside}..%2f..%2fetc%2fpasswd`,
				// A URL that cannot be parsed ended the server, and another host's was taken for its own.
				'//[',
				`http://evil.example${inside}`,
			])
				expect(await ask(path), path).toMatchObject({ status: 404 });
			expect(await ask(url.pathname, {}, 'POST')).toMatchObject({ status: 405 });
		} finally {
			expect(await end()).toBe(0);
		}
	});

	test('ends although somebody has a request half sent', async () => {
		const { url, end } = await serving([join(folder, 'cube room.obj')]);
		const socket = connect(Number(url.port), url.hostname);
		socket.on('error', () => undefined);
		await once(socket, 'connect');
		await new Promise((done) => socket.write('GET / HTTP/1.1\r\n', done));
		// Without closing it, the server would wait for the request half a minute.
		expect(await Promise.race([end(), sleep(20_000, 'still waiting', { ref: false })])).toBe(0);
		socket.destroy();
	});

	test('refuses foreign hosts and origins', async () => {
		const { url, ask, end } = await serving([join(folder, 'cube room.obj')]);
		try {
			const refused: readonly Record<string, string>[] = [
				{ host: 'evil.example' },
				{ host: `evil.example:${url.port}` },
				{ host: `127.0.0.1.evil.example:${url.port}` },
				{ host: '127.0.0.1' },
				{ origin: 'http://evil.example' },
				{ origin: 'null' },
				{ origin: `http://127.0.0.1:${Number(url.port) + 1}` },
				{ 'sec-fetch-site': 'cross-site' },
				// Another port of this machine.
				{ 'sec-fetch-site': 'same-site' },
			];
			for (const headers of refused) {
				const answer = await ask(url.pathname, headers);
				expect(answer, JSON.stringify(headers)).toMatchObject({ status: 403 });
				expect(answer.body).not.toContain('wokflow-data');
			}
			for (const headers of [{ host: `localhost:${url.port}` }, { origin: url.origin }])
				expect(await ask(url.pathname, headers as Record<string, string>)).toMatchObject({ status: 200 });
		} finally {
			await end();
		}
	});

	test('tells pages when a source was saved, and keeps the last good one while it is broken', async () => {
		const source = readFileSync(join(ROOT, 'fixtures/small/cube-room.obj'), 'utf8');
		writeFileSync(join(folder, 'live.obj'), source);
		const { url, ask, end } = await serving([join(folder, 'live.obj'), '--watch']);
		try {
			const first = dataOf((await ask(url.pathname)).body);
			expect((await ask(url.pathname)).body).toContain("connect-src 'self'");
			expect(first.changes).toBe(`${url.pathname}changes?since=0`);
			const waiting = ask(first.changes ?? '');
			// Saved at once: the watcher may not have begun.
			writeFileSync(join(folder, 'live.obj'), source.replaceAll('4', '5'));
			const next = JSON.parse((await waiting).body) as PageData;
			expect(next.changes).toMatch(/changes\?since=[1-9]$/);
			expect(next.files[0].content).not.toBe(first.files[0].content);
			// Who missed it is reported at once.
			expect(await ask(first.changes ?? '')).toMatchObject({ status: 200 });
		} finally {
			await end();
		}
	});
});
