import { describe, expect, it } from 'vitest';
import { type GffStruct, listOf, numberOf, structOf, textOf, vectorOf, withField } from '../../game/gff/gff.ts';

const inner: GffStruct = { id: 3, fields: [] };
const struct: GffStruct = {
	id: 1,
	fields: [
		{ label: 'X', type: 'float', value: 1.5 },
		{ label: 'Y', type: 'int', value: -2 },
		{ label: 'Z', type: 'float', value: 4 },
		{ label: 'Endless', type: 'double', value: Infinity },
		{ label: 'None', type: 'float', value: Number.NaN },
		{ label: 'Big', type: 'int64', value: 5n },
		{ label: 'Tag', type: 'string', value: 'gate' },
		{ label: 'Inner', type: 'struct', value: inner },
		{ label: 'List', type: 'list', value: [inner] },
		{ label: 'Place', type: 'vector', value: [1, Number.NaN, 3] },
	],
};

describe('fields of a struct', () => {
	it('are finite numbers, or what stands for none', () => {
		expect(['X', 'Y', 'Endless', 'None', 'Big', 'Tag', 'Absent'].map((label) => numberOf(struct, label))).toEqual([
			1.5, -2, 0, 0, 0, 0, 0,
		]);
		expect(numberOf(struct, 'Absent', 7)).toBe(7);
		expect(numberOf(struct, 'None', 7)).toBe(7);
		expect(numberOf(struct, 'X', 7)).toBe(1.5);
	});

	it('are texts, structs and lists where they are of that type, and nothing else', () => {
		expect(['Tag', 'X', 'Absent'].map((label) => textOf(struct, label))).toEqual(['gate', '', '']);
		expect(['Inner', 'List', 'X', 'Absent'].map((label) => structOf(struct, label))).toEqual([
			inner,
			undefined,
			undefined,
			undefined,
		]);
		expect(['List', 'Inner', 'Absent'].map((label) => listOf(struct, label))).toEqual([[inner], [], []]);
	});

	it('are vectors by three labels or by one; what is missing or no number is 0', () => {
		expect(vectorOf(struct, 'X', 'Y', 'Z')).toEqual([1.5, -2, 4]);
		expect(vectorOf(struct, 'X', 'Absent', 'None')).toEqual([1.5, 0, 0]);
		expect(vectorOf(struct, 'Place')).toEqual([1, 0, 3]);
		expect(vectorOf(struct, 'X')).toEqual([0, 0, 0]);
		expect(vectorOf(struct, 'Absent')).toEqual([0, 0, 0]);
	});

	it('are put in the place of those of their label, or behind the others', () => {
		const first = withField(struct, 'X', { type: 'float', value: 9 });
		expect(first.fields.map(({ label }) => label)).toEqual(struct.fields.map(({ label }) => label));
		expect(first.fields[0]).toEqual({ label: 'X', type: 'float', value: 9 });
		expect(withField(struct, 'Z', { type: 'int', value: 9 }).fields[2]).toEqual({ label: 'Z', type: 'int', value: 9 });
		const more = withField(struct, 'New', { type: 'int', value: 1 });
		expect(more.fields).toEqual([...struct.fields, { label: 'New', type: 'int', value: 1 }]);
		expect(more.id).toBe(1);
	});
});
