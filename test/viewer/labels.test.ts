import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/findings/report.ts';
import type { PicturePart } from '../../viewer/core/picture.ts';
import { FIRST_STATE, type Layer, type ViewState } from '../../viewer/page/state.ts';
import { labelsOf } from '../../viewer/scene/picture-labels.ts';

const part = (kind: PicturePart['kind'], name: string, more: Partial<PicturePart> = {}): PicturePart => ({
	kind,
	name,
	index: 0,
	first: 0,
	count: 1,
	middle: [1, 2, 3],
	...more,
});

const picture: Parameters<typeof labelsOf>[0] = {
	parts: [
		part('room', 'hall'),
		part('room', 'cellar'),
		// Without ground there is nowhere to write its name.
		{ kind: 'room', name: 'void', index: 2, first: 0, count: 0 },
		part('placeable', 'crate'),
		part('door', 'gate', { state: 'closed' }),
		part('door', 'gate', { state: 'open1' }),
		part('door', 'gate', { state: 'open2' }),
	],
	links: [
		{ at: [4, 5, 6], target: 1, name: 'cellar', out: [1, 0] },
		{ at: [0, 0, 0], target: 7, name: '', out: [0, -1] },
	] as unknown as Parameters<typeof labelsOf>[0]['links'],
	hooks: [{ name: 'use 1', at: [1, 1, 1] }] as unknown as Parameters<typeof labelsOf>[0]['hooks'],
	things: [{ name: 'guard', at: [2, 2, 2] }] as unknown as Parameters<typeof labelsOf>[0]['things'],
	places: [{ kind: 'room', name: 'hall', at: [3, 3, 3] }] as unknown as Parameters<typeof labelsOf>[0]['places'],
};

function labels(layers: readonly Layer[], more: Partial<ViewState> = {}, all: readonly Finding[] = []) {
	const opened: Finding[] = [];
	const state = { ...FIRST_STATE, ...more, layers: new Set(layers) };
	const made = labelsOf(picture, state, { all, open: (finding) => opened.push(finding) });
	return { made, texts: made.map(({ kind, text }) => `${kind} ${text}`), opened };
}

describe('labels of a level', () => {
	test('are those of layers that are shown, each at its point', () => {
		expect(labels([]).made).toEqual([]);
		expect(labels(['links']).made).toEqual([
			{ kind: 'link', text: '→ 1 cellar', at: [4.9, 5, 6] },
			{ kind: 'link', text: '→ room 7', at: [0, -0.9, 0] },
		]);
		expect(labels(['hooks']).made).toEqual([{ kind: 'hook', text: 'use 1', at: [1, 1, 1] }]);
		expect(labels(['things']).made).toEqual([{ kind: 'thing', text: 'guard', at: [2, 2, 2] }]);
		expect(labels(['places']).made).toEqual([{ kind: 'place', text: 'room hall', at: [3, 3, 3] }]);
	});

	test('name rooms that are not hidden, and objects where these are shown', () => {
		expect(labels(['names']).texts).toEqual(['room hall', 'room cellar']);
		expect(labels(['names'], { hiddenRooms: new Set(['hall']) }).texts).toEqual(['room cellar']);
		expect(labels(['names', 'objects'], { hiddenRooms: new Set(['crate', 'hall']), doors: 'closed' }).texts).toEqual([
			'room cellar',
			'object crate',
			'object gate (closed)',
		]);
	});

	test('name a door where it is closed, and in the state that is shown', () => {
		const doors = (state: ViewState['doors']): string[] =>
			labels(['names', 'objects'], { doors: state }).texts.filter((text) => text.includes('gate'));
		expect(doors('open1')).toEqual(['object gate (closed)', 'object gate (open1)']);
		expect(doors('all')).toEqual(['object gate (closed)', 'object gate (open1)', 'object gate (open2)']);
	});

	test('pin warnings and errors that have a place, and open them', () => {
		const finding = (severity: Finding['severity'], at?: readonly number[]): Finding =>
			({
				code: 'X',
				severity,
				message: `${severity} told`,
				location: at === undefined ? {} : { at },
			}) as unknown as Finding;
		const all = [
			finding('error', [1, 0, 0]),
			finding('warning', [2, 0, 0]),
			finding('info', [3, 0, 0]),
			finding('error'),
		];
		const { made, opened } = labels(['findings'], {}, all);
		expect(made.map(({ kind, text, at, title }) => [kind, text, at, title])).toEqual([
			['error', '!', [1, 0, 0], 'error told'],
			['warning', '!', [2, 0, 0], 'warning told'],
		]);
		made[1].onClick?.();
		expect(opened).toEqual([all[1]]);
		const many = Array.from({ length: 500 }, () => all[0]);
		expect(labels(['findings'], {}, many).made).toHaveLength(400);
	});
});
