DROP INDEX documents_labels;
