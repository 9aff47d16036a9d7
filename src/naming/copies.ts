/**
 * A name without what tools add to it: Maya's namespace (`ns:`) and the suffix of Blender's copies (`.001`).
 * three.js and Godot drop the dot, so three digits right after a letter, or after the two digits of a hook's number,
 * are a suffix too where the caller's pattern allows for them; here only the dotted form is taken off.
 */
export function plainName(name: string): string {
	return name
		.trim()
		.replace(/^.*:(?=.)/, '')
		.replace(/\.\d{3,}$/, '');
}
