import type { Vec3 } from '../mesh/vec3.ts';
import type { GffField, GffStruct, GffValue } from './gff.ts';

/** Fields of a struct by their label: absent and of another type is the same, for files are made by many tools. */

export function fieldOf({ fields }: GffStruct, label: string): GffField | undefined {
	return fields.find((field) => field.label === label);
}

/** A finite number; 0 unless told otherwise where there is none. */
export function numberOf(struct: GffStruct, label: string, otherwise = 0): number {
	const value = fieldOf(struct, label)?.value;
	return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** A text or the name of a resource; empty where there is none. */
export function textOf(struct: GffStruct, label: string): string {
	const value = fieldOf(struct, label)?.value;
	return typeof value === 'string' ? value : '';
}

export function listOf(struct: GffStruct, label: string): readonly GffStruct[] {
	const field = fieldOf(struct, label);
	return field?.type === 'list' ? field.value : [];
}

export function structOf(struct: GffStruct, label: string): GffStruct | undefined {
	const field = fieldOf(struct, label);
	return field?.type === 'struct' ? field.value : undefined;
}

/** Three numbers, by their labels or as one field. */
export function vectorOf(struct: GffStruct, ...labels: readonly string[]): Vec3 {
	const [x, y, z] = labels;
	if (y !== undefined && z !== undefined) return [numberOf(struct, x), numberOf(struct, y), numberOf(struct, z)];
	const field = fieldOf(struct, x);
	const [a = 0, b = 0, c = 0] = field?.type === 'vector' ? field.value : [];
	return [a, b, c].map((value) => (Number.isFinite(value) ? value : 0)) as unknown as Vec3;
}

/** The struct with a field in place of the one of that label, or behind the others. */
export function withField(struct: GffStruct, label: string, value: GffValue): GffStruct {
	const field = { label, ...value } as GffField;
	const index = struct.fields.findIndex((each) => each.label === label);
	return { ...struct, fields: index < 0 ? [...struct.fields, field] : struct.fields.with(index, field) };
}
