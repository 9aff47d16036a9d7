import { expect, test } from 'vitest';
import { createProgress, duration, progressLine, stageProgress } from '../../cli/shared/progress.ts';
import { statusLine } from '../../cli/shared/terminal.ts';

function screen(isTTY: boolean) {
	const written: string[] = [];
	return { written, stream: { isTTY, columns: 40, write: (text: string) => written.push(text) > 0 } };
}

test('a line on a terminal, drawn over itself, taken away when something else is printed', () => {
	const { written, stream } = screen(true);
	let time = 0;
	const progress = createProgress({ draw: statusLine({ stderr: stream, env: {} }), patience: 0, now: () => time });
	progress.show('rooms', 1, 9);
	time = 10;
	progress.show('rooms', 2, 9);
	time = 3000;
	progress.show('rooms', 3, 9);
	progress.clear();
	progress.clear();
	progress.show('a name that is wider than the terminal is', 1, 2);
	expect(written).toStrictEqual([
		'\r\x1b[Krooms 1 of 9',
		'\r\x1b[Krooms 3 of 9, 6 s left',
		'\r\x1b[K',
		'\r\x1b[Ka name that is wider than the terminal ',
	]);
});

test('nothing in a pipe, and nothing when quiet', () => {
	for (const [isTTY, quiet] of [
		[false, false],
		[true, true],
	]) {
		const { written, stream } = screen(isTTY);
		const progress = createProgress({ draw: statusLine({ stderr: stream, env: {} }), quiet, patience: 0 });
		progress.show('rooms', 1, 2);
		progress.clear();
		expect(written).toStrictEqual([]);
	}
});

test('the time left is reported once it can be', () => {
	expect(progressLine('x', 0, 100, 5000)).toBe('x 0 of 100');
	expect(progressLine('x', 50, 100, 500)).toBe('x 50 of 100');
	expect(progressLine('x', 50, 100, 70_000)).toBe('x 50 of 100, 1 min 10 s left');
	expect(progressLine('x', 100, 100, 70_000)).toBe('x 100 of 100');
	expect(progressLine('x', 0, 1, 0)).toBe('x …');
	expect([duration(1), duration(59_500), duration(125_000)]).toStrictEqual(['1 s', '1 min 0 s', '2 min 5 s']);
});

test('a command that takes less than a second shows nothing, a longer one does', () => {
	const { written, stream } = screen(true);
	let time = 0;
	const progress = createProgress({ draw: statusLine({ stderr: stream, env: {} }), now: () => time });
	progress.show('reading quay.glb');
	time = 999;
	progress.show('weld', 1, 9);
	expect(written).toStrictEqual([]);
	time = 1000;
	progress.show('orient', 2, 9);
	progress.clear();
	expect(written).toStrictEqual(['\r\x1b[Korient 2 of 9', '\r\x1b[K']);
});

test('stages of a level are shown with the number of the room', () => {
	const shown: string[] = [];
	const observer = stageProgress({ show: (what) => void shown.push(what), clear: () => undefined }, 'quay.glb', true);
	for (let room = 1; room <= 2; room++) {
		for (const [step, name] of ['weld', 'sort'].entries())
			observer.before?.({ name, subject: 'walkmesh', options: {}, run: (mesh) => mesh }, step, 2);
	}
	expect(shown).toStrictEqual([
		'reading quay.glb',
		'quay.glb, room 1: weld',
		'quay.glb, room 1: sort',
		'quay.glb, room 2: weld',
		'quay.glb, room 2: sort',
	]);
});
