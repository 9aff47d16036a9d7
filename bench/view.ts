import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { encodeBwm } from '../exporters/bwm/index.ts';
import { deriveBwm } from '../src/bwm/derive.ts';
import { Report } from '../src/findings/report.ts';
import { K1 } from '../src/model/surfaces.ts';
import { createWalkmesh } from '../src/model/walkmesh.ts';

/**
 * Opening and turning large walkmeshes in the page, in Chromium without graphics hardware at 1280 × 800: `npx tsx bench/view.ts PAGE [faces...]`, where PAGE is
 * `dist/viewer.html`. From the choice of the file to the picture, wall time; a frame while the level turns for four seconds, by keys; processor time of all
 * processes of the browser for both; memory of the page's process, with its worker. The load of the machine stands beside, as wall time counts on a quiet one only.
 */
const [page = 'dist/viewer.html', ...counts] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'wokflow-view-'));
/** Processor time is told in these by the system, seconds. */
const TICK = 0.01;
const TURNS = 4000;

/** What the page lets be looked at. */
interface Probe {
	readonly app: { readonly opened?: object; readonly isChecking: boolean };
	readonly view: { render(): void; readonly canvas: { toDataURL(): string } };
}
declare const wokflowPage: Probe;

/** Hills of squares, each cut into two faces, of four surfaces in patches. */
function hills(faces: number): Uint8Array {
	const side = Math.ceil(Math.sqrt(faces / 2));
	const positions = new Float32Array((side + 1) ** 2 * 3);
	for (let i = 0; i < (side + 1) ** 2; i++) {
		const [x, y] = [i % (side + 1), Math.floor(i / (side + 1))];
		positions.set([x * 0.5, y * 0.5, Math.sin(x / 17) * Math.cos(y / 23) * 2], i * 3);
	}
	const corners = new Uint32Array(faces * 3);
	const surfaces = new Uint32Array(faces);
	for (let face = 0; face < faces; face++) {
		const square = face >> 1;
		const [x, y] = [square % side, Math.floor(square / side)];
		const a = y * (side + 1) + x;
		corners.set(face % 2 === 0 ? [a, a + 1, a + side + 2] : [a, a + side + 2, a + side + 1], face * 3);
		surfaces[face] = [1, 3, 4, 10][((x >> 5) + (y >> 5)) % 4];
	}
	return encodeBwm(
		deriveBwm(createWalkmesh({ positions, faces: corners, surfaces }), K1, new Report(), { tree: 'median' }),
	);
}

/** Processes below this one: those of the browser. */
function processes(): number[] {
	const parents = new Map<number, number>();
	for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
		try {
			parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]));
		} catch {
			// Ended meanwhile.
		}
	}
	const isBelow = (id: number | undefined): boolean =>
		id !== undefined && (parents.get(id) === process.pid || isBelow(parents.get(id)));
	return [...parents.keys()].filter(isBelow);
}

function usage(): { seconds: number; peak: number } {
	let [ticks, peak] = [0, 0];
	for (const id of processes()) {
		try {
			const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
				.replace(/^.*\) /, '')
				.split(' ');
			ticks += Number(fields[11]) + Number(fields[12]);
			const most = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;
			if (/--type=renderer/.test(readFileSync(`/proc/${id}/cmdline`, 'utf8'))) peak = Math.max(peak, most);
		} catch {
			// Ended meanwhile.
		}
	}
	return { seconds: ticks * TICK, peak };
}

async function opened(window: Page, file: string): Promise<number> {
	const begin = performance.now();
	await window.setInputFiles('#pick-files', file);
	await window.waitForFunction(() => wokflowPage.app.opened !== undefined);
	// Until the picture is there to be read.
	await window.evaluate(() => {
		wokflowPage.view.render();
		return wokflowPage.view.canvas.toDataURL().length;
	});
	return performance.now() - begin;
}

/** Frames in some milliseconds of turning. As a text, because what runs this file names functions by a helper that the page has not. */
function turned(window: Page, lasts: number): Promise<number> {
	return window.evaluate(`new Promise((resolve) => {
		const { view } = wokflowPage;
		const begin = performance.now();
		const before = view.drawn.frames;
		const next = () => {
			view.cameras.nudge({ turn: 0.02 });
			if (performance.now() - begin > ${lasts}) resolve(view.drawn.frames - before);
			else requestAnimationFrame(next);
		};
		next();
	})`);
}

try {
	for (const faces of counts.length > 0 ? counts.map(Number) : [200_000, 1_000_000]) {
		const file = join(folder, `hills${faces}.wok`);
		writeFileSync(file, hills(faces));
		const browser = await chromium.launch({
			executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
			args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
		});
		const window = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		await window.goto(pathToFileURL(page).href);
		// The page itself has started.
		await window.waitForTimeout(2000);
		const atFirst = usage().seconds;
		const load = loadavg()[0];
		const open = await opened(window, file);
		const atOpen = usage().seconds;
		await window.waitForFunction(() => !wokflowPage.app.isChecking, undefined, { timeout: 300_000 });
		// Where all faces take too long, the page makes fewer of them while it rests.
		await turned(window, 4000);
		await window.waitForTimeout(3000);
		await turned(window, 1500);
		const beforeTurn = usage().seconds;
		const frames = await turned(window, TURNS);
		const { seconds, peak } = usage();
		console.log(
			[
				`${faces} faces, ${(statSync(file).size / 1e6).toFixed(0)} MB`,
				`open ${(open / 1000).toFixed(2)} s (${(atOpen - atFirst).toFixed(1)} s of processor time)`,
				`${((frames * 1000) / TURNS).toFixed(0)} frames a second (${(((seconds - beforeTurn) * 1000) / frames).toFixed(0)} ms of processor time each)`,
				`${peak.toFixed(0)} MiB at most`,
				`load ${load.toFixed(1)}`,
			].join('; '),
		);
		await browser.close();
	}
} finally {
	rmSync(folder, { recursive: true });
}
