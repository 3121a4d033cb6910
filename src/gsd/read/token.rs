//! Phase ids where prose holds them: cutting one off the front of a text, and telling two spellings of one id.

/// The id that `text` begins with, and what follows it. An id holds a digit; letters, digits, dots and hyphens belong to it.
pub(super) fn leading_token(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))).unwrap_or(text.len());
    let token = text.get(..end)?.trim_end_matches(['.', '-']);
    let rest = text.get(token.len()..)?;
    (token.starts_with(|c: char| c.is_ascii_alphanumeric()) && token.contains(|c: char| c.is_ascii_digit()))
        .then_some((token, rest))
}

/// True for two spellings of one id: letter case and the zeros in front of its first number do not count.
pub(super) fn same_token(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}

fn fold(token: &str) -> String {
    let digits_at = token.find(|c: char| c.is_ascii_digit()).unwrap_or(token.len());
    let (code, number) = token.split_at(digits_at);
    let first = number.trim_start_matches('0');
    let number = if first.starts_with(|c: char| c.is_ascii_digit()) { first.to_owned() } else { format!("0{first}") };
    format!("{}{}", code, number).to_uppercase()
}
