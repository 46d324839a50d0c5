DROP TABLE search_postings;
